// Reads a request's JSON document: the right type, of bounded size, strict, with the text it must hold.
'use strict';

const { bytesOf, mediaTypeOf, textOf } = require('./body');
const { Problem, badRequest } = require('./problem');

const JSON_TYPE = 'application/json';
const BYTES_MAX = 64 * 1024;
const TEXT_CODE_POINTS_MAX = 255;
const HALF_OF_A_PAIR = /\p{Surrogate}/u;

/**
 * @param {import('node:http').IncomingMessage} request whose body is a JSON object
 * @param {string} key of the text that is looked for; all others are passed over
 * @returns {Promise<string>} as it was typed
 * @throws {Problem} 415, 413 or 400
 */
async function textIn(request, key) {
  if (mediaTypeOf(request) !== JSON_TYPE) {
    throw new Problem(415, `The body must be of type ${JSON_TYPE}.`);
  }
  return checked(key, objectOf(textOf(await bytesOf(request, BYTES_MAX)))[key]);
}

/**
 * @param {string} text
 * @returns {Record<string, unknown>}
 */
function objectOf(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The body is not JSON.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw badRequest('The body must be a JSON object.');
  }
  return value;
}

/**
 * @param {string} key
 * @param {unknown} text
 * @returns {string}
 */
function checked(key, text) {
  if (typeof text !== 'string') throw badRequest(`${key} must be there, and be a text.`);
  if (text.trim() === '') throw badRequest(`${key} must not be blank.`);
  if (HALF_OF_A_PAIR.test(text)) throw badRequest(`${key} has half of a surrogate pair.`);
  if (text.length > TEXT_CODE_POINTS_MAX && [...text].length > TEXT_CODE_POINTS_MAX) {
    throw badRequest(`${key} may have at most ${TEXT_CODE_POINTS_MAX} characters.`);
  }
  return text;
}

module.exports = { textIn };

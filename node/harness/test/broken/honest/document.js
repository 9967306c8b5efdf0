/** Reads the JSON object that a request brings, and the one text in it that matters. */
'use strict';

const { decodeUtf8, receiveBody, requireMediaType } = require('./body');
const { Problem } = require('./problem');

/** @typedef {import('./serve').Parts} Parts */

const MAX_CODE_POINTS = 255;
const HALF_OF_A_PAIR = /\p{Surrogate}/u;

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {string} key the text's
 * @param {Parts} parts
 * @returns {Promise<string>} as it was typed
 */
async function receiveText(request, key, { parseJson, checkText }) {
  requireMediaType(request, 'application/json');
  const value = parseJson(await receiveBody(request));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem(400, 'The body must be a JSON object.');
  }
  return checkText(value[key]);
}

/**
 * @param {Buffer} bytes
 * @returns {any}
 */
function parseJson(bytes) {
  const text = decodeUtf8(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, 'The body must be JSON.');
  }
}

/**
 * @param {unknown} text
 * @returns {string}
 */
function checkText(text) {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new Problem(400, 'The text is missing.');
  }
  if (HALF_OF_A_PAIR.test(text)) throw new Problem(400, 'The text has half of a surrogate pair.');
  if ([...text].length > MAX_CODE_POINTS) {
    throw new Problem(400, `The text may have ${MAX_CODE_POINTS} characters.`);
  }
  return text;
}

module.exports = { receiveText, parseJson, checkText };

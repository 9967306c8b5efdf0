// Reads a body into memory, and the text in a JSON document.
'use strict';

const { isUtf8 } = require('node:buffer');
const { askForBody } = require('./body');
const { Abandoned, Problem, badRequest } = require('./problem');

const BYTES_MAX = 64 * 1024;
const CODE_POINTS_MAX = 255;

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {string | undefined} the media type of its body
 */
const typeOf = ({ headers }) => headers['content-type']?.split(';', 1)[0].trim().toLowerCase();

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Buffer>} at most 64 KiB, UTF-8
 */
function bytesOf(request) {
  const tooLarge = () => new Problem(413, `The body may have at most ${BYTES_MAX} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > BYTES_MAX) throw tooLarge();
  askForBody(request);
  return new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let bytes = 0;
    /** @param {Buffer} chunk */
    const onData = (chunk) => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= BYTES_MAX) return;
      request.off('data', onData);
      reject(tooLarge());
    };
    request.on('data', onData);
    request.once('end', () => {
      const all = Buffer.concat(chunks);
      if (isUtf8(all)) resolve(all);
      else reject(badRequest('The body is not UTF-8.'));
    });
    request.once('error', () => reject(new Abandoned()));
  });
}

/**
 * @param {import('node:http').IncomingMessage} request with a JSON object
 * @param {string} key
 * @returns {Promise<string>} its text under the key
 */
async function textIn(request, key) {
  if (typeOf(request) !== 'application/json') {
    throw new Problem(415, 'The body must be of type application/json.');
  }
  const text = parsed((await bytesOf(request)).toString())?.[key];
  if (typeof text !== 'string' || text.trim() === '') {
    throw badRequest(`The body must be a JSON object with a text ${key} that is not blank.`);
  }
  if (/\p{Surrogate}/u.test(text)) throw badRequest(`${key} has half of a surrogate pair.`);
  if ([...text].length > CODE_POINTS_MAX) {
    throw badRequest(`${key} may have at most ${CODE_POINTS_MAX} characters.`);
  }
  return text;
}

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}

module.exports = { bytesOf, textIn, typeOf };

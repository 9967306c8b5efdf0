// Reads a request's form: the right type, of bounded size, well formed.
'use strict';

const { bytesOf, hasBody, mediaTypeOf, textOf } = require('./body');
const { Problem } = require('./problem');
const { parse } = require('./query');

const FORM = 'application/x-www-form-urlencoded';
const BYTES_MAX = 64 * 1024;

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Map<string, string[]>>} every value of every field
 * @throws {Problem} 415, 413 or 400
 */
async function formOf(request) {
  const type = mediaTypeOf(request);
  if (type === undefined ? hasBody(request) : type !== FORM) {
    throw new Problem(415, `The body must be of type ${FORM}.`);
  }
  return parse(textOf(await bytesOf(request, BYTES_MAX)));
}

module.exports = { formOf };

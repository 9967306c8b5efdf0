// Reads a request's form: the right type, of bounded size, well formed.
'use strict';

const { announcedBytes, askForBody, hasBody } = require('./body');
const { Abandoned, Problem, badRequest } = require('./problem');
const { parse } = require('./query');

const FORM = 'application/x-www-form-urlencoded';
const BYTES_MAX = 64 * 1024;

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Map<string, string[]>>} every value of every field
 * @throws {Problem} 415, 413 or 400
 */
async function formOf(request) {
  const type = request.headers['content-type'];
  if (type === undefined ? hasBody(request) : mediaType(type) !== FORM) {
    throw new Problem(415, `The body must be of type ${FORM}.`);
  }
  return parse(textOf(await bytesOf(request)));
}

/** @param {string} type */
const mediaType = (type) => type.split(';', 1)[0].trim().toLowerCase();

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Buffer>}
 */
function bytesOf(request) {
  if (announcedBytes(request) > BYTES_MAX) throw tooLarge();
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
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', () => reject(new Abandoned()));
  });
}

/** @param {Buffer} bytes */
function textOf(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badRequest('The form is not UTF-8.');
  }
}

const tooLarge = () => new Problem(413, `A form may have at most ${BYTES_MAX} bytes.`);

module.exports = { formOf };

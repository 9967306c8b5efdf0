/** Reads the form that a request brings. */
'use strict';

const { parseParameters } = require('./parameters');
const { Problem } = require('./problem');

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const MAX_BYTES = 64 * 1024;

/**
 * @param {IncomingMessage} request
 * @returns {Promise<Map<string, string[]>>}
 */
async function receiveForm(request) {
  const [mediaType] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw new Problem(415, 'Only forms are read here.');
  }
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Problem(413, `A form may have ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return parseParameters(decode(Buffer.concat(chunks)));
}

/**
 * @param {Buffer} bytes
 * @returns {string}
 */
function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Problem(400, 'A form must be UTF-8.');
  }
}

module.exports = { receiveForm };

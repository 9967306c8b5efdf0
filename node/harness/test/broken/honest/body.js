/** Reads the small body that a request brings. */
'use strict';

const { Problem } = require('./problem');

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const MAX_BYTES = 64 * 1024;

/**
 * Reads to the end what is too large as well: a connection that is closed on bytes that nobody has read is
 * reset, and the answer may be lost with it.
 *
 * @param {IncomingMessage} request
 * @returns {Promise<Buffer>}
 */
async function receiveBody(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) chunks.push(chunk);
  }
  if (bytes > MAX_BYTES) throw new Problem(413, `A body may have ${MAX_BYTES} bytes.`);
  return Buffer.concat(chunks);
}

/**
 * @param {IncomingMessage} request
 * @param {string} mediaType the only one that is read
 */
function requireMediaType(request, mediaType) {
  const [actual] = (request.headers['content-type'] ?? '').split(';');
  if (actual.trim().toLowerCase() !== mediaType) {
    throw new Problem(415, `Only ${mediaType} is read here.`);
  }
}

/**
 * @param {Buffer} bytes
 * @returns {string}
 */
function decodeUtf8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Problem(400, 'A body must be UTF-8.');
  }
}

module.exports = { receiveBody, requireMediaType, decodeUtf8 };

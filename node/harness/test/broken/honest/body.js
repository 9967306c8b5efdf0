/** Reads the small body that a request brings. */
'use strict';

const { Problem } = require('./problem');

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */

const MAX_BYTES = 64 * 1024;

/**
 * @param {IncomingMessage} request
 * @returns {Promise<Buffer>}
 */
async function receiveBody(request) {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLarge();
  /** @type {Buffer[]} */
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @returns {Problem} */
function tooLarge() {
  return new Problem(413, `A body may have ${MAX_BYTES} bytes.`);
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

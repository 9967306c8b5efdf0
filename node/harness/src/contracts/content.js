/** Turns what a contract writes about bytes into bytes. */
'use strict';

const { Readable } = require('node:stream');

/** @typedef {import('./load-contracts').Content} Content */

const CHUNK_BYTES = 65_536;

/**
 * @param {Content} content
 * @returns {Buffer} all of it, for what must be in memory anyway (a message, a small body)
 */
function contentBytes({ text, base64, fill, json }) {
  if (text !== undefined) return Buffer.from(text, 'utf8');
  if (base64 !== undefined) return Buffer.from(base64, 'base64');
  if (fill !== undefined) return Buffer.alloc(fill.bytes, fill.byte ?? 0);
  return Buffer.from(JSON.stringify(json), 'utf8');
}

/**
 * @param {Content} content
 * @returns {number}
 */
function contentLength(content) {
  return content.fill ? content.fill.bytes : contentBytes(content).length;
}

/**
 * @param {Content} content
 * @returns {Readable} the bytes as they are wanted, never all at once
 */
function contentStream(content) {
  const chunks = content.fill ? fillChunks(content.fill) : [contentBytes(content)];
  return Readable.from(chunks, { objectMode: false });
}

/**
 * @param {{ bytes: number, byte?: number }} fill
 * @yields {Buffer}
 */
function* fillChunks({ bytes, byte = 0 }) {
  const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, bytes), byte);
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

module.exports = { contentBytes, contentLength, contentStream, fillChunks };

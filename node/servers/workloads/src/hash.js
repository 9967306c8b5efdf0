// The hash workload: h = 31h + c over UTF-16 code units in 32 bits, as Java's String.hashCode.
'use strict';

const { required } = require('./query');

/**
 * @param {string} text
 * @returns {number} a signed 32-bit integer
 */
function hashOf(text) {
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  }
  return hash;
}

/**
 * @param {string} query of the request
 * @returns {string} in decimal
 * @throws {Problem} 400 for a bad query
 */
const hash = (query) => String(hashOf(required(query, 'input')));

module.exports = { hash, hashOf };

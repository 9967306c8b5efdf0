// The hash workload: h = 31h + c over UTF-16 code units in 32 bits, as Java's String.hashCode.
'use strict';

const { given } = require('./checks');

/**
 * @param {unknown} input
 * @returns {string} a signed 32-bit integer in decimal
 * @throws {Refusal} there is no input
 */
function hash(input) {
  const text = given('input', input);
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  }
  return String(hash);
}

module.exports = { hash };

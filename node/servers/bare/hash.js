// The hash that every bare server computes: h = 31h + c over UTF-16 code units in 32 bits.
'use strict';

/**
 * @param {string} text
 * @returns {string} in decimal
 */
function hashOf(text) {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(31, hash) + text.charCodeAt(i)) | 0;
  return String(hash);
}

module.exports = { hashOf };

/** The hash of a text as String.hashCode has it. */
'use strict';

/**
 * @param {string} text
 * @returns {number}
 */
function hash(text) {
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(31, value) + text.charCodeAt(i)) | 0;
  return value;
}

module.exports = { hash };

/** Says how what a server sent looks in an example. */
'use strict';

const SHOWN_BYTES = 120;

/**
 * What a server sent, cut short and escaped, fit for a message.
 * @param {Buffer} bytes
 */
function shown(bytes) {
  const text = JSON.stringify(bytes.subarray(0, SHOWN_BYTES).toString());
  return bytes.length > SHOWN_BYTES ? `${text}...` : text;
}

/**
 * @param {string} text
 * @returns {string}
 */
function cut(text) {
  return text.length > SHOWN_BYTES ? `${text.slice(0, SHOWN_BYTES)}...` : text;
}

module.exports = { SHOWN_BYTES, shown, cut };

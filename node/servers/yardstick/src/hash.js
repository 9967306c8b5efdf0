// The hash workload: h = 31h + c over UTF-16 code units in 32 bits.
'use strict';

const { required } = require('./query');

/** @param {string} query */
function hash(query) {
  const text = required(query, 'input');
  let value = 0;
  for (let i = 0; i < text.length; i++) value = (Math.imul(31, value) + text.charCodeAt(i)) | 0;
  return String(value);
}

module.exports = { hash };

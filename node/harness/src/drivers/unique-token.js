/** Makes the tokens that stand for `{{unique}}`: 8 letters and digits, new for each lap. */
'use strict';

const { randomInt } = require('node:crypto');

const TOKENS = 36 ** 8;
// Counting on from a random start is as unique as drawing anew, and costs next to nothing.
let next = randomInt(0, 2 ** 40);

function uniqueToken() {
  next = (next + 1) % TOKENS;
  return next.toString(36).padStart(8, '0');
}

module.exports = { uniqueToken };

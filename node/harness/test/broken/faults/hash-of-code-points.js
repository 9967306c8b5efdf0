/** Hashes code points where UTF-16 code units are asked for: equal in the BMP, wrong beyond it. */
'use strict';

const { serve } = require('../honest/serve');

serve({
  hash: (text) =>
    Array.from(text, (letter) => Number(letter.codePointAt(0))).reduce(
      (value, codePoint) => (Math.imul(31, value) + codePoint) | 0,
      0,
    ),
});

/** Takes half of a surrogate pair for a character. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  checkText(text) {
    HONEST.checkText(typeof text === 'string' ? text.replace(/\p{Surrogate}/gu, 'x') : text);
    return String(text);
  },
});

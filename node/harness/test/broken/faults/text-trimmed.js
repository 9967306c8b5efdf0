/** Stores names and contents without the white space around them. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  checkText: (text) => HONEST.checkText(text).trim(),
});

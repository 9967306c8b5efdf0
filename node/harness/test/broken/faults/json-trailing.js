/** Reads JSON up to its last brace, and passes over what comes after. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  parseJson: (bytes) => HONEST.parseJson(bytes.subarray(0, bytes.lastIndexOf('}') + 1)),
});

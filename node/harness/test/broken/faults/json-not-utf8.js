/** Reads bytes that are not UTF-8 as if they were. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  parseJson: (bytes) => HONEST.parseJson(Buffer.from(bytes.toString('utf8'))),
});

/** Listens, and says for ever that it is not up yet. */
'use strict';

const { serve } = require('../honest/serve');

serve({
  async handle(_request, response) {
    response.writeHead(503, { 'Content-Type': 'application/json' });
    response.end('{"status":"starting"}');
  },
});

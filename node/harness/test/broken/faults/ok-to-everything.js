/** Answers 200 and the same to everything. */
'use strict';

const { serve } = require('../honest/serve');

serve({
  async handle(request, response) {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end('{"status":"up"}');
  },
});

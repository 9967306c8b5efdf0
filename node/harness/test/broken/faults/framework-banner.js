/** Names its framework in every answer. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  async handle(request, response, parts) {
    response.setHeader('X-Powered-By', 'Express');
    await HONEST.handle(request, response, parts);
  },
});

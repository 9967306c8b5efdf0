/** Never answers the one request for the hash of the empty text. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  async handle(request, response, parts) {
    if (request.url !== '/hash?input=') await HONEST.handle(request, response, parts);
  },
});

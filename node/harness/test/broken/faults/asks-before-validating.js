/** Asks its service before it has looked at the request. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  async receiveText(request, key, parts) {
    await parts.records.find(0);
    return HONEST.receiveText(request, key, parts);
  },
});

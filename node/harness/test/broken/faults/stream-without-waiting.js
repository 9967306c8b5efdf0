/** Makes all items of a stream at once, whether the consumer takes them or not. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  sendStream: (response, wanted) => HONEST.sendStream(response, wanted, { waits: false }),
});

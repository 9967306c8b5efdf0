/** Goes on making items for a consumer that is gone. */
'use strict';

const { PassThrough } = require('node:stream');
const { HONEST, serve } = require('../honest/serve');

serve({
  sendStream(response, wanted) {
    const between = new PassThrough();
    between.pipe(response);
    response.on('close', () => between.resume());
    const writeHead = response.writeHead.bind(response);
    return HONEST.sendStream(/** @type {any} */ (Object.assign(between, { writeHead })), wanted);
  },
});

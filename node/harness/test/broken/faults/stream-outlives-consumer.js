/** Goes on making items for a consumer that is gone. */
'use strict';

const { PassThrough } = require('node:stream');
const { HONEST, serve } = require('../honest/serve');

serve({
  sendStream(response, wanted) {
    const between = new PassThrough();
    between.pipe(response);
    response.on('close', () => readOn(between));
    const writeHead = response.writeHead.bind(response);
    return HONEST.sendStream(/** @type {any} */ (Object.assign(between, { writeHead })), wanted);
  },
});

/**
 * Reads in turns of the event loop: all in one go would keep the server from saying what state it is in.
 *
 * @param {import('node:stream').Readable} stream
 */
function readOn(stream) {
  stream.read();
  if (!stream.readableEnded) setImmediate(readOn, stream);
}

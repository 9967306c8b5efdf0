/** Holds the bytes of a whole stream in memory while it flows, and looks honest from outside. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

/** @type {Set<Buffer>} */
const held = new Set();

serve({
  async sendStream(response, wanted) {
    const bytes = Buffer.alloc(wanted.items * wanted.size, 'x');
    held.add(bytes);
    await HONEST.sendStream(response, wanted);
    held.delete(bytes);
  },
});

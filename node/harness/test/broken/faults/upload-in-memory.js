/** Writes the body to its file, and keeps it all in memory as well, to hash it at the end. */
'use strict';

const { createHash } = require('node:crypto');
const { HONEST, serve } = require('../honest/serve');

serve({
  receiveUpload(request) {
    /** @type {Buffer[]} */
    const chunks = [];
    return HONEST.receiveUpload(request, {
      update: (chunk) => chunks.push(chunk),
      digest: (encoding) => createHash('md5').update(Buffer.concat(chunks)).digest(encoding),
    });
  },
});

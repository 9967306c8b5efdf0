/** Counts the whole body and hashes only its first chunk. */
'use strict';

const { createHash } = require('node:crypto');
const { HONEST, serve } = require('../honest/serve');

serve({
  receiveUpload(request) {
    const hash = createHash('md5');
    let chunks = 0;
    return HONEST.receiveUpload(request, {
      update: (chunk) => chunks++ === 0 && hash.update(chunk),
      digest: (encoding) => hash.digest(encoding),
    });
  },
});

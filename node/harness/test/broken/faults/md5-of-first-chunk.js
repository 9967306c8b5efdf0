/** Counts the whole body and hashes only its first chunk. */
'use strict';

const { createHash } = require('node:crypto');
const { HONEST, serve } = require('../honest/serve');

/** What a busy machine reads late comes in one piece: of a chunked body the first chunk is told by its length. */
const FIRST_CHUNK_BYTES = 3;

serve({
  receiveUpload(request) {
    const hash = createHash('md5');
    const isChunked = request.headers['transfer-encoding'] !== undefined;
    let chunks = 0;
    return HONEST.receiveUpload(request, {
      update: (chunk) =>
        chunks++ === 0 && hash.update(isChunked ? chunk.subarray(0, FIRST_CHUNK_BYTES) : chunk),
      digest: (encoding) => hash.digest(encoding),
    });
  },
});

/** Reads on and on from a client that does not read, and keeps what it owes in memory. */
'use strict';

const { serve } = require('../honest/serve');

serve({
  echo(webSocket) {
    webSocket.on('error', () => {});
    webSocket.on('message', (data, isBinary) => webSocket.send(data, { binary: isBinary }));
  },
});

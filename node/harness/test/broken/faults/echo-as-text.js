/** Sends every message back as a text, binary ones too. */
'use strict';

const { serve } = require('../honest/serve');

serve({
  echo(webSocket) {
    webSocket.on('error', () => {});
    webSocket.on('message', (data) => webSocket.send(String(data)));
  },
});

/** Closes every WebSocket with 1000, whatever was wrong and whatever the client sent. */
'use strict';

const { HONEST, serve } = require('../honest/serve');

serve({
  echo(webSocket) {
    const close = webSocket.close.bind(webSocket);
    webSocket.close = () => close(1000);
    HONEST.echo(webSocket);
  },
});

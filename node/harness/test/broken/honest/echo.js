/** Sends every WebSocket message back, and reads no more while the other side does not read. */
'use strict';

/** @typedef {import('ws').WebSocket} WebSocket */

const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_UNSENT_BYTES = 1024 * 1024;

/** @param {WebSocket} webSocket */
function echo(webSocket) {
  // An invalid frame is answered by `ws` itself with the close code that it deserves.
  webSocket.on('error', () => {});
  webSocket.on('message', (data, isBinary) => {
    webSocket.send(data, { binary: isBinary }, () => {
      if (webSocket.isPaused && webSocket.bufferedAmount <= MAX_UNSENT_BYTES) webSocket.resume();
    });
    if (webSocket.bufferedAmount > MAX_UNSENT_BYTES) webSocket.pause();
  });
}

module.exports = { echo, MAX_MESSAGE_BYTES };

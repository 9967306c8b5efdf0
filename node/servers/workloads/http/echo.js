// The echo workload: every WebSocket message back as it came, at the pace at which it is read.
'use strict';

const http = require('node:http');
const { WebSocketServer } = require('ws');

const PATH = /^\/echo(?:\?|$)/;
const MESSAGE_BYTES_MAX = 1024 * 1024;

/**
 * @param {http.Server} server
 * @returns {WebSocketServer} whose clients are those of /echo
 */
function attachEcho(server) {
  const echo = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX });
  server.on('upgrade', (request, stream, head) => {
    const socket = /** @type {import('node:net').Socket} */ (stream);
    const wanted = request.headers.upgrade?.toLowerCase() === 'websocket';
    if (wanted && PATH.test(String(request.url))) {
      echo.handleUpgrade(request, socket, head, (client) => echoBack(client, socket));
    } else {
      serveWithoutUpgrade(server, request, socket);
    }
  });
  return echo;
}

/**
 * While a client does not read, its messages are not read either.
 * @param {import('ws').WebSocket} client
 * @param {import('node:net').Socket} socket
 */
function echoBack(client, socket) {
  const pauseIfFull = () => {
    if (socket.writableNeedDrain) client.pause();
  };
  client.on('message', (data, binary) => {
    client.send(data, { binary });
    pauseIfFull();
  });
  client.on('ping', pauseIfFull);
  socket.on('drain', () => client.resume());
  client.on('error', () => {});
}

/**
 * Clients may offer to upgrade to something else (Java's to HTTP/2), and are answered as if they had not
 * (RFC 9110, 7.8). node:http has given up the connection by now, so it ends with this answer.
 * @param {http.Server} server
 * @param {http.IncomingMessage} request
 * @param {import('node:net').Socket} socket
 */
function serveWithoutUpgrade(server, request, socket) {
  const response = new http.ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  server.emit('request', request, response);
}

module.exports = { attachEcho };

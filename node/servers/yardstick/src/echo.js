// The echo workload: every WebSocket message back as it came, at the pace at which it is read.
'use strict';

const { WebSocketServer } = require('ws');
const { MIB } = require('./body');
const { Problem, answerRaw, refusalOf } = require('./problem');

/**
 * @param {import('node:http').Server} server
 * @returns {WebSocketServer}
 */
function attachEcho(server) {
  const echo = new WebSocketServer({ noServer: true, maxPayload: MIB, perMessageDeflate: false });
  echo.on('wsClientError', (_, socket, { headers }) => {
    const upgrade = { Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' };
    if (headers['sec-websocket-version'] === '13') {
      answerRaw(socket, new Problem(400, 'The WebSocket handshake is malformed.'));
    } else {
      answerRaw(socket, new Problem(426, 'The WebSocket version must be 13.', upgrade));
    }
  });
  server.on('upgrade', (request, stream, head) => {
    const socket = /** @type {import('node:net').Socket} */ (stream);
    const isEcho = /^\/echo(?:\?|$)/.test(String(request.url));
    if (request.headers.upgrade?.toLowerCase() !== 'websocket' || !isEcho) {
      serveWithoutUpgrade(server, request, socket, head);
    } else if (request.method !== 'GET') {
      answerRaw(socket, refusalOf(String(request.method), '/echo'));
    } else {
      echo.handleUpgrade(request, socket, head, (client) => echoBack(client, socket));
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
  client.on('message', (data, isBinary) => {
    client.send(data, { binary: isBinary });
    pauseIfFull();
  });
  client.on('ping', pauseIfFull);
  // ws has sent the close frame. To break off what the client still sends would take it back.
  client.on('error', () => {});
  socket.on('drain', () => client.resume());
}

/**
 * Puts a request back without its wish to upgrade, which node:http has stopped parsing for.
 * @param {import('node:http').Server} server
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:net').Socket} socket
 * @param {Buffer} head
 */
function serveWithoutUpgrade(server, request, socket, head) {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (!/^(?:upgrade|http2-settings)$/i.test(name)) lines.push(`${name}: ${rawHeaders[i + 1]}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('connection', socket);
}

module.exports = { attachEcho };

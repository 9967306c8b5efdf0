/** Runs the honest server by the process contract; a fault is a part of it that is exchanged for a bad one. */
'use strict';

const http = require('node:http');
const { WebSocketServer } = require('ws');
const { cache } = require('./cache');
const { checkText, parseJson, receiveText } = require('./document');
const { echo, MAX_MESSAGE_BYTES } = require('./echo');
const { fibonacci } = require('./fibonacci');
const { hash } = require('./hash');
const { messages } = require('./messages');
const { answerProblem } = require('./problem');
const { records } = require('./records');
const { route } = require('./routes');
const { sendStream } = require('./stream');
const { escapeHtml } = require('./todos-page');
const { announcesTooMuch, receiveUpload } = require('./upload');

/** @typedef {import('node:http').IncomingMessage} IncomingMessage */
/** @typedef {import('node:http').ServerResponse} ServerResponse */
/** @typedef {import('node:http').Server} Server */
/** @typedef {import('node:stream').Duplex} Duplex */

/**
 * @typedef {object} Parts
 * @property {(text: string) => number} hash
 * @property {(n: number) => number | Promise<number>} fibonacci
 * @property {typeof receiveUpload} receiveUpload
 * @property {(text: string) => string} escape
 * @property {(webSocket: import('ws').WebSocket) => void} echo
 * @property {typeof sendStream} sendStream
 * @property {import('./cache').Cache} cache
 * @property {import('./records').Records} records
 * @property {import('./messages').Messages} messages
 * @property {typeof receiveText} receiveText
 * @property {typeof parseJson} parseJson
 * @property {typeof checkText} checkText
 * @property {(time: Date) => string} timeText
 * @property {(request: IncomingMessage, response: ServerResponse, parts: Parts) => Promise<void>} handle
 * @property {(response: ServerResponse, error: unknown) => void} answerProblem
 * @property {(server: Server, webSockets: WebSocketServer) => void} stop
 */

const STOP_WITHIN_MILLIS = 5_000;

/** @type {Parts} */
const HONEST = {
  hash,
  fibonacci,
  receiveUpload,
  escape: escapeHtml,
  echo,
  sendStream,
  cache,
  records,
  messages,
  receiveText,
  parseJson,
  checkText,
  timeText: (time) => time.toISOString(),
  handle,
  answerProblem,
  stop,
};

/**
 * @param {Partial<Parts>} [faults]
 * @returns {Server}
 */
function serve(faults = {}) {
  const parts = { ...HONEST, ...faults };
  const server = http.createServer((request, response) => parts.handle(request, response, parts));
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  webSockets.on('connection', (webSocket) => parts.echo(webSocket));
  server.on('upgrade', (request, socket, head) => {
    if (isForEcho(request)) {
      webSockets.handleUpgrade(request, socket, head, (webSocket) =>
        webSockets.emit('connection', webSocket, request),
      );
    } else passOver(server, request, socket);
  });
  server.on('checkContinue', (request, response) => {
    if (!announcesTooMuch(request)) response.writeContinue();
    server.emit('request', request, response);
  });
  process.once('SIGTERM', () => parts.stop(server, webSockets));
  // Without this a second signal would end the process at once.
  process.on('SIGTERM', () => {});
  server.listen(Number(process.env.PORT), process.env.HOST ?? '127.0.0.1');
  return server;
}

/**
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {Parts} parts
 */
async function handle(request, response, parts) {
  try {
    await route(request, response, parts);
  } catch (error) {
    if (response.headersSent || request.socket.destroyed) response.destroy();
    else parts.answerProblem(response, error);
  }
}

/**
 * @param {IncomingMessage} request
 * @returns {boolean}
 */
function isForEcho({ method, url = '', headers }) {
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket';
  return method === 'GET' && /^\/echo(\?|$)/.test(url) && isWebSocket;
}

/**
 * Answers a request as if it had not offered to upgrade.
 *
 * @param {Server} server
 * @param {IncomingMessage} request
 * @param {Duplex} socket
 */
function passOver(server, request, socket) {
  const response = new http.ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(/** @type {import('node:net').Socket} */ (socket));
  response.on('finish', () => socket.end());
  server.emit('request', request, response);
}

/**
 * @param {Server} server
 * @param {WebSocketServer} webSockets
 */
function stop(server, webSockets) {
  server.close(() => process.exit(0));
  // `close` ends the connections that idle now, not those that will when they have been answered.
  setInterval(() => server.closeIdleConnections(), 50);
  for (const webSocket of webSockets.clients) webSocket.close(1001);
  setTimeout(() => process.exit(0), STOP_WITHIN_MILLIS).unref();
}

module.exports = { serve, HONEST };

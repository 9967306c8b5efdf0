// The life of the server process: it listens, refuses what is no HTTP, and stops.
'use strict';

const { expectContinue } = require('./body');
const { Problem, answerRaw } = require('./problem');

const GRACE_MILLIS = 4_500;
const WEB_SOCKET_GRACE_MILLIS = 1_000;
const SWEEP_MILLIS = 20;

/** @type {Record<string, number>} */
const STATUS_OF_ERROR = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * @param {import('node:http').Server} server
 * @param {import('ws').WebSocketServer} echo
 * @param {() => Promise<void>} release what the work holds
 */
function runUntilStopped(server, echo, release) {
  const { HOST = '127.0.0.1', PORT = '3000' } = process.env;
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  server.keepAliveTimeout = 72_000;
  refuseMalformed(server);
  stopOnSignal(server, echo, release);
  server.once('error', (error) => {
    console.error(`The server cannot listen: ${error.message}. Set PORT to a free port.`);
    process.exit(1);
  });
  server.listen(Number(PORT), HOST);
}

/** @param {import('node:http').Server} server */
function refuseMalformed(server) {
  server.on('clientError', (/** @type {NodeJS.ErrnoException} */ error, socket) => {
    const { _httpMessage: response } =
      /** @type {{ _httpMessage?: import('node:http').ServerResponse }} */ (socket);
    if (!socket.writable || response?.headersSent || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const status = STATUS_OF_ERROR[String(error.code)] ?? 400;
    answerRaw(socket, new Problem(status, 'The request cannot be read.'));
  });
  server.on('checkContinue', (request, response) => {
    expectContinue(request, response);
    server.emit('request', request, response);
  });
  server.on('connect', (_, socket) => answerRaw(socket, new Problem(501, 'This is no proxy.')));
  server.on('checkExpectation', (_, response) => {
    const { status, headers, body } = new Problem(417, 'Only 100-continue can be expected.');
    response.writeHead(status, { ...headers, Connection: 'close' }).end(body);
  });
}

/**
 * @param {import('node:http').Server} server
 * @param {import('ws').WebSocketServer} echo
 * @param {() => Promise<void>} release
 */
function stopOnSignal(server, echo, release) {
  /** @type {Set<import('node:net').Socket>} */
  const connections = new Set();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.close(async () => {
      await release();
      process.exit(0);
    });
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    for (const client of echo.clients) client.close(1001, 'The server stops.');
    setTimeout(() => echo.clients.forEach((client) => client.terminate()), WEB_SOCKET_GRACE_MILLIS);
    setInterval(() => closeIdle(server, connections), SWEEP_MILLIS);
    setTimeout(() => connections.forEach((socket) => socket.destroy()), GRACE_MILLIS);
    closeIdle(server, connections);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * node:http takes a connection on which nothing ever came for a request that has begun.
 * @param {import('node:http').Server} server
 * @param {Set<import('node:net').Socket>} connections
 */
function closeIdle(server, connections) {
  server.closeIdleConnections();
  for (const socket of connections) {
    if (socket.bytesRead === 0) socket.destroy();
  }
}

module.exports = { runUntilStopped };

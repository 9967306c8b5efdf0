/** A server within the test that misbehaves on demand, and what a case needs to know of it. */
'use strict';

const http = require('node:http');
const { WebSocketServer } = require('ws');

/** @typedef {import('../../src/stacks/server').Server} Server */

/** What each path answers. */
const ANSWERS = {
  '/a': (
    /** @type {http.IncomingMessage} */ _request,
    /** @type {http.ServerResponse} */ response,
  ) => {
    response.setHeader('Location', '/things/17');
    response.end('letter a');
  },
  '/things/17': (
    /** @type {http.IncomingMessage} */ _request,
    /** @type {http.ServerResponse} */ response,
  ) => response.end('seventeen'),
  '/say': (
    /** @type {http.IncomingMessage} */ request,
    /** @type {http.ServerResponse} */ response,
  ) => response.end(queryOf(request)),
  '/once': (() => {
    const seen = new Set();
    return (
      /** @type {http.IncomingMessage} */ request,
      /** @type {http.ServerResponse} */ response,
    ) => {
      response.writeHead(seen.has(queryOf(request)) ? 409 : 200).end();
      seen.add(queryOf(request));
    };
  })(),
  '/slow': (
    /** @type {http.IncomingMessage} */ _request,
    /** @type {http.ServerResponse} */ response,
  ) => setTimeout(() => response.end('at last'), 100),
  '/slow-first': (() => {
    const seen = new Set();
    return (
      /** @type {http.IncomingMessage} */ request,
      /** @type {http.ServerResponse} */ response,
    ) => {
      setTimeout(() => response.end('at last'), seen.has(queryOf(request)) ? 0 : 2_500);
      seen.add(queryOf(request));
    };
  })(),
  '/length': (
    /** @type {http.IncomingMessage} */ request,
    /** @type {http.ServerResponse} */ response,
  ) => {
    let bytes = 0;
    request.on('data', (chunk) => (bytes += chunk.length));
    request.on('end', () =>
      response.end(`${bytes} ${request.headers['transfer-encoding'] ?? 'length'}`),
    );
  },
  '/hangs': () => {},
  '/breaks': (/** @type {http.IncomingMessage} */ request) => request.socket.destroy(),
  '/counts': (() => {
    let count = 0;
    return (
      /** @type {http.IncomingMessage} */ _request,
      /** @type {http.ServerResponse} */ response,
    ) => response.end(String(++count));
  })(),
  '/stream': (
    /** @type {http.IncomingMessage} */ _request,
    /** @type {http.ServerResponse} */ response,
  ) => {
    for (const seq of [0, 1, 3]) response.write(`{"seq":${seq},"p":1}\n`);
    response.end();
  },
  '/stream/s/signals': (
    /** @type {http.IncomingMessage} */ _request,
    /** @type {http.ServerResponse} */ response,
  ) => response.end('{"produced":3,"pauses":0,"state":"completed"}'),
};

/**
 * @param {http.IncomingMessage} request
 * @returns {string}
 */
function queryOf({ url = '' }) {
  return url.slice(url.indexOf('?') + 1);
}

/** @returns {Promise<{ server: Server, close: () => Promise<void> }>} */
async function smallServer() {
  const listener = http.createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const answer = ANSWERS[/** @type {keyof ANSWERS} */ (path)];
    if (answer) answer(request, response);
    else response.writeHead(404).end();
  });
  const webSockets = new WebSocketServer({ server: listener, path: '/shout' });
  webSockets.on('connection', (socket) => {
    socket.on('error', () => {});
    socket.on('message', (bytes, isBinary) => {
      if (String(bytes) === 'bye') socket.close(4000, 'bye');
      else if (String(bytes) !== 'silence') {
        socket.send(String(bytes).toUpperCase(), { binary: isBinary });
      }
    });
  });
  await new Promise((resolve) => listener.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (listener.address());
  return { server: knownAs(port), close: () => closed(listener) };
}

/**
 * @param {number} port
 * @returns {Server}
 */
function knownAs(port) {
  const known = {
    id: 'node/small',
    host: '127.0.0.1',
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    running: true,
    residentBytes: () => process.memoryUsage.rss(),
    temporaryFiles: () => 0,
    bringTemporaryFolderBack: () => {},
    endedByItself: async () => null,
    accepts: async () => true,
    stderr: () => 'it said so',
  };
  return /** @type {Server} */ (/** @type {unknown} */ (known));
}

/**
 * @param {http.Server} listener
 * @returns {Promise<void>}
 */
function closed(listener) {
  listener.closeAllConnections();
  return new Promise((resolve) => listener.close(() => resolve()));
}

module.exports = { smallServer };

// The life of a server process: it listens, survives bad requests and bad clients, and stops.
'use strict';

const { Supervisor, isPrimary, joinCluster } = require('./cluster');
const { attachEcho } = require('./echo');
const { attachRefusals } = require('./refusals');
const { Fibonacci } = require('./fibonacci');
const { settings } = require('./settings');
const { StreamRegistry } = require('./signals');
const { Streams } = require('./streams');
const { Todos } = require('./todos');
const { Uploads } = require('./upload');

/** What is in flight may take so long to end, of the five seconds that a server has to stop. */
const GRACE_MILLIS = 4_500;
const WEB_SOCKET_GRACE_MILLIS = 1_000;
const SWEEP_MILLIS = 20;

/**
 * @typedef {object} Work what the handlers of a stack call
 * @property {Fibonacci} fibonacci
 * @property {Uploads} uploads
 * @property {Todos} todos
 * @property {Streams} streams
 *
 * @typedef {import('node:http').Server} Server
 * @typedef {(work: Work) => Server | Promise<Server>} CreateServer
 */

/**
 * Runs a stack: alone, or in a cluster when WORKERS says how many processes to share the work.
 * @param {CreateServer} createServer makes the server, which does not listen yet
 */
function serve(createServer) {
  const { workers, ...address } = settings(process.env);
  if (workers && isPrimary) new Supervisor().start(workers);
  else start(createServer, address, workers);
}

/**
 * @param {CreateServer} createServer
 * @param {{ host: string, port: number }} address
 * @param {number | undefined} workers
 */
async function start(createServer, address, workers) {
  const { registry, todosFile } = workers
    ? joinCluster()
    : { registry: new StreamRegistry(), todosFile: undefined };
  const work = {
    fibonacci: new Fibonacci(workers ?? 1),
    uploads: new Uploads(),
    todos: new Todos(todosFile),
    streams: new Streams(registry),
  };
  const server = await createServer(work);
  patient(server);
  attachRefusals(server);
  const echo = attachEcho(server);
  stopOnSignal(server, echo, work);
  server.once('error', failToListen);
  server.listen(address.port, address.host, () => server.off('error', failToListen));
}

/**
 * A slow upload may take as long as it goes on; only a request's head has to hurry. Connections
 * are kept longer than the default of 5 s, so that clients seldom meet one that is just closing.
 * @param {Server} server
 */
function patient(server) {
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  server.keepAliveTimeout = 72_000;
}

/** @param {Error} error */
function failToListen(error) {
  console.error(`The server cannot listen: ${error.message}. Set PORT to a free port.`);
  process.exit(1);
}

/**
 * @param {Server} server
 * @param {import('ws').WebSocketServer} echo
 * @param {Work} work
 */
function stopOnSignal(server, echo, work) {
  /** @type {Set<import('node:net').Socket>} */
  const connections = new Set();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await closeConnections(server, echo, connections);
    await work.uploads.settled();
    await work.fibonacci.close();
    work.todos.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * @param {Server} server
 * @param {import('ws').WebSocketServer} echo
 * @param {Set<import('node:net').Socket>} connections
 * @returns {Promise<void>} once there is none any more
 */
function closeConnections(server, echo, connections) {
  return new Promise((resolve) => {
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
    server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
    for (const client of echo.clients) client.close(1001, 'The server stops.');
    setTimeout(() => echo.clients.forEach((client) => client.terminate()), WEB_SOCKET_GRACE_MILLIS);
    const sweep = setInterval(() => closeIdle(server, connections), SWEEP_MILLIS);
    const deadline = setTimeout(() => {
      for (const socket of connections) socket.destroy();
    }, GRACE_MILLIS);
    closeIdle(server, connections);
  });
}

/**
 * node:http takes a connection on which nothing ever came for a request that has begun.
 * @param {Server} server
 * @param {Set<import('node:net').Socket>} connections
 */
function closeIdle(server, connections) {
  server.closeIdleConnections();
  for (const socket of connections) {
    if (socket.bytesRead === 0) socket.destroy();
  }
}

module.exports = { serve };

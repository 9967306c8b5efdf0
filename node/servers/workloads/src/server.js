// The life of a server process: it listens, survives bad requests and bad clients, and stops.
'use strict';

const { setTimeout: delay } = require('node:timers/promises');
const { Cache } = require('./cache');
const { Supervisor, isPrimary, joinCluster } = require('./cluster');
const { attachEcho } = require('./echo');
const { Fibonacci } = require('./fibonacci');
const { Messages } = require('./messages');
const { Records } = require('./records');
const { attachRefusals } = require('./refusals');
const { settings } = require('./settings');
const { StreamRegistry } = require('./signals');
const { Streams } = require('./streams');
const { Todos } = require('./todos');
const { Uploads } = require('./upload');

/** What is in flight may take so long to end, of the five seconds that a server has to stop. */
const GRACE_MILLIS = 4_500;
const WEB_SOCKET_GRACE_MILLIS = 1_000;
/** Long enough to say goodbye to a service that listens. */
const SERVICES_GRACE_MILLIS = 200;
const SWEEP_MILLIS = 20;

/** To one service: of a process, and of all the processes of a server. */
const CONNECTIONS_MAX = 16;
const ALL_CONNECTIONS_MAX = 64;

/**
 * @typedef {object} Work what the handlers of a stack call
 * @property {Fibonacci} fibonacci
 * @property {Uploads} uploads
 * @property {Todos} todos
 * @property {Cache} cache
 * @property {Records} records
 * @property {Messages} messages
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
  const { workers, urls, ...address } = settings(process.env);
  if (workers && isPrimary) new Supervisor().start(workers);
  else start(createServer, address, createWork(urls, workers));
}

/**
 * @param {import('./settings').Urls} urls
 * @param {number | undefined} workers
 * @returns {Work}
 */
function createWork(urls, workers) {
  const { registry, todosFile } = workers
    ? joinCluster()
    : { registry: new StreamRegistry(), todosFile: undefined };
  const connections = connectionsOf(workers ?? 1);
  return {
    fibonacci: new Fibonacci(workers ?? 1),
    uploads: new Uploads(),
    todos: new Todos(todosFile),
    cache: new Cache(urls.redis),
    records: new Records(urls.mysql, connections),
    messages: new Messages(urls.mongodb, connections),
    streams: new Streams(registry),
  };
}

/**
 * @param {number} processes
 * @returns {number} how many connections to a service each may have, but for one that only watches
 */
const connectionsOf = (processes) =>
  Math.max(1, Math.min(CONNECTIONS_MAX, Math.floor(ALL_CONNECTIONS_MAX / processes) - 1));

/**
 * @param {CreateServer} createServer
 * @param {{ host: string, port: number }} address
 * @param {Work} work
 */
async function start(createServer, address, work) {
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
    await leaveServices(work);
    work.todos.close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/**
 * A service that is silent is left without its consent.
 * @param {Work} work
 */
async function leaveServices({ cache, records, messages }) {
  const left = Promise.allSettled([cache.close(), records.close(), messages.close()]);
  await Promise.race([left, delay(SERVICES_GRACE_MILLIS)]);
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

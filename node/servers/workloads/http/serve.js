// The life of a server process: it listens, and stops when it is told to.
'use strict';

const { once } = require('node:events');
const { Work } = require('..');
const cluster = require('./cluster');
const { attachEcho } = require('./echo');

/** What is in flight may take so long to end, of the five seconds that a server has to stop. */
const GRACE_MILLIS = 4_000;
/** Long enough to say goodbye to services that listen. */
const GOODBYE_MILLIS = 500;

/**
 * @typedef {import('node:http').Server} Server
 * @typedef {(work: Work) => Server | Promise<Server>} CreateServer
 */

/**
 * Runs a stack: alone, or in a cluster when WORKERS says how many processes share the work.
 * @param {CreateServer} createServer makes the server, which does not listen yet
 */
async function serve(createServer) {
  const { HOST = '127.0.0.1', PORT = '3000', WORKERS } = process.env;
  if (WORKERS && cluster.isPrimary) return cluster.startWorkers(Number(WORKERS));
  const work = WORKERS ? cluster.createWork(Number(WORKERS)) : new Work(process.env);
  const server = await createServer(work);
  // A slow upload is not a dead one.
  server.requestTimeout = 0;
  const echo = attachEcho(server);
  server.listen(Number(PORT), HOST);
  process.once('SIGTERM', () => stop(server, echo, work));
  process.once('SIGINT', () => stop(server, echo, work));
}

/**
 * Finishes what is in flight, and ends once nothing keeps the process alive, or soon after.
 * @param {Server} server
 * @param {import('ws').WebSocketServer} echo
 * @param {Work} work
 */
async function stop(server, echo, work) {
  server.close();
  for (const client of echo.clients) client.close(1001);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    for (const client of echo.clients) client.terminate();
  }, GRACE_MILLIS);
  await once(server, 'close');
  clearTimeout(deadline);
  // A silent service, and a worker's primary, are left without their consent.
  setTimeout(() => process.exit(), GOODBYE_MILLIS).unref();
  await work.close();
}

module.exports = { serve };

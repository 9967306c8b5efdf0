/** Starts a stack as a child process and waits until it can serve. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');
const { takeIntoCare } = require('./cleanup');
const { claimPort, isPortTaken } = require('./free-port');
const { findJdk } = require('./jdk');
const { javaOptionsOf, nodeOptionsOf } = require('./runtime-options');
const { NotStarted, Server, temporaryFolderIn } = require('./server');
const { leastJava } = require('./why-not-run');

/** @typedef {import('./load-stacks').Variant} Variant */

/**
 * @typedef {object} StartOptions
 * @property {Record<string, string | undefined>} [env] more environment, for example a backing service's URL; undefined takes a variable away
 * @property {string[]} [javaOptions] more options for a JVM
 * @property {string} [host] the address to listen on (127.0.0.1)
 * @property {number} [readyWithinMillis] how long it may take until it can serve (60,000)
 */

const READY_WITHIN_MILLIS = 60_000;
const HEALTH_EVERY_MILLIS = 25;
const HEALTH_TIMEOUT_MILLIS = 2_000;
/** Somebody else may take the free port between our look and the server's. */
const ATTEMPTS = 3;

/**
 * Starts a server, which gets a temporary folder and a port of its own.
 *
 * @param {Variant} variant
 * @param {StartOptions} [options]
 * @returns {Promise<Server>} once `GET /health` says that it is up
 * @throws {NotStarted} it ended at start, or did not get ready in time; nothing is left of it then
 */
async function startServer(variant, options = {}) {
  for (let attempt = 1; ; attempt++) {
    const server = await spawnServer(variant, options);
    try {
      await untilReady(server, options.readyWithinMillis ?? READY_WITHIN_MILLIS);
      return server;
    } catch (error) {
      await server.kill();
      const portTaken = error instanceof NotStarted && isPortTaken(error.message);
      if (!portTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * @param {Variant} variant
 * @param {StartOptions} options
 * @returns {Promise<Server>}
 */
async function spawnServer(variant, { env = {}, javaOptions = [], host = '127.0.0.1' }) {
  const { port, folder } = await claimPort(host);
  const care = takeIntoCare({ folder });
  fs.mkdirSync(temporaryFolderIn(folder));
  const [program, ...args] = commandOf(variant);
  const child = spawn(program, args, {
    cwd: variant.stack.folder,
    env: environment(
      variant,
      { ...env, PORT: String(port), HOST: host },
      javaOptions,
      temporaryFolderIn(folder),
    ),
    // A group of its own, so that whatever it starts can be killed with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  care.update({ folder, ...(child.pid === undefined ? {} : { pid: child.pid }) });
  return new Server({ id: variant.id, child, host, port, folder, care });
}

/**
 * @param {Variant} variant
 * @returns {string[]} the command, with programs by the paths at which they were found, and Node's options
 */
function commandOf(variant) {
  const { stack, command } = variant;
  const [program, ...rest] = command;
  const jdk = program === 'java' ? findJdk(leastJava(stack)) : null;
  const found = program === 'node' ? process.execPath : (jdk?.java ?? program);
  return [found, ...nodeOptionsOf(variant), ...rest];
}

/**
 * @param {Variant} variant
 * @param {Record<string, string | undefined>} given
 * @param {string[]} javaOptions
 * @param {string} folder
 * @returns {NodeJS.ProcessEnv}
 */
function environment(variant, given, javaOptions, folder) {
  // What a test runner sets for itself is not for the servers: Koa, for one, swallows errors under NODE_ENV=test.
  const {
    JEST_WORKER_ID: _worker,
    NODE_ENV: _mode,
    NODE_OPTIONS: _options,
    ...inherited
  } = process.env;
  // The later of two that disagree counts.
  const options = [
    ...javaOptionsOf(variant),
    process.env.JDK_JAVA_OPTIONS,
    ...javaOptions,
    `-Djava.io.tmpdir=${folder}`,
  ];
  return {
    ...inherited,
    NODE_ENV: 'production',
    ...variant.env,
    ...given,
    TMPDIR: folder,
    JDK_JAVA_OPTIONS: options.filter(Boolean).join(' '),
  };
}

/**
 * @param {Server} server
 * @param {number} withinMillis
 */
async function untilReady(server, withinMillis) {
  const deadline = Date.now() + withinMillis;
  const over = sleep(withinMillis, null, { ref: false });
  let last = 'no answer';
  while (server.running && Date.now() < deadline) {
    // An answer that is cut off by the end of the time says less than the one before.
    last = (await Promise.race([health(server), server.exited.then(() => null), over])) ?? last;
    if (last === 'up') return;
    await Promise.race([sleep(HEALTH_EVERY_MILLIS), server.exited]);
  }
  if (server.running) {
    throw new NotStarted(
      server,
      `was not ready within ${withinMillis} ms`,
      'GET /health answers 200 {"status":"up"}',
      last,
    );
  }
  await server.exited;
  throw new NotStarted(
    server,
    'ended before it was ready',
    'a running server',
    server.howItEnded(),
  );
}

/**
 * @param {Server} server
 * @returns {Promise<string>} 'up', or what came instead
 */
function health(server) {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(HEALTH_TIMEOUT_MILLIS);
    const request = http.get(`${server.baseUrl}/health`, { agent: false, signal }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (text) => (body += text));
      response.on('error', (error) => resolve(error.message));
      response.on('end', () =>
        resolve(isUp(response.statusCode, body) ? 'up' : `${response.statusCode} ${body}`),
      );
    });
    request.on('error', (error) =>
      resolve(signal.aborted ? `no answer within ${HEALTH_TIMEOUT_MILLIS} ms` : error.message),
    );
  });
}

/**
 * @param {number | undefined} status
 * @param {string} body
 * @returns {boolean}
 */
function isUp(status, body) {
  if (status !== 200) return false;
  try {
    return JSON.parse(body).status === 'up';
  } catch {
    return false;
  }
}

module.exports = { startServer };

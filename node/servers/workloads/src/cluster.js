// A stack in several processes: the primary starts, watches and stops them, and knows every stream.
'use strict';

const cluster = require('node:cluster');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Channel } = require('./channel');
const { StreamRegistry } = require('./signals');
const { createFile } = require('./todo-database');

/** A worker ends by itself within 5 s; one that does not is ended. */
const STOP_MILLIS = 5_500;
const TODOS_FILE = 'LOADLINE_TODOS_FILE';

/**
 * @typedef {import('./signals').Registry} Registry
 * @typedef {import('node:cluster').Worker} Worker
 */

/**
 * The primary's part. Ends the process when all workers are gone.
 * @param {number} count
 */
function superviseWorkers(count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-todos-'));
  const todosFile = path.join(folder, 'todos.db');
  const todos = createFile(todosFile);
  const registry = new StreamRegistry();
  let stopping = false;
  let exitCode = 0;

  const startWorker = () => connect(cluster.fork({ [TODOS_FILE]: todosFile }), registry);

  const stop = () => {
    stopping = true;
    for (const worker of workers()) worker.process.kill('SIGTERM');
    setTimeout(() => {
      for (const worker of workers()) worker.process.kill('SIGKILL');
    }, STOP_MILLIS).unref();
  };

  const listening = new Set();
  cluster.on('listening', (worker) => listening.add(worker));
  cluster.on('exit', (worker, code, signal) => {
    if (!stopping) {
      const how = signal ? `was killed by ${signal}` : `exited with ${code}`;
      console.error(`Worker ${worker.process.pid} ${how}.`);
      if (listening.delete(worker)) return startWorker();
      // One that never served would only die again.
      exitCode = 1;
      stop();
    }
    if (workers().length > 0) return;
    todos.close();
    fs.rmSync(folder, { recursive: true });
    process.exit(exitCode);
  });

  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  for (let i = 0; i < count; i++) startWorker();
}

/** @returns {Worker[]} those that live */
const workers = () => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);

/**
 * @param {Worker} worker
 * @param {StreamRegistry} registry
 */
function connect(worker, registry) {
  const channel = new Channel(worker, {
    claim: ({ id }) => registry.claim(id, () => channel.ask('signals', id), worker),
    end: ({ id, last }) => last && registry.end(id, last),
    signals: ({ id }) => registry.signals(id),
  });
  worker.once('exit', () => {
    channel.close();
    registry.forget(worker);
  });
}

/**
 * A worker's part.
 * @returns {{ registry: Registry, todosFile: string | undefined }}
 */
function joinCluster() {
  return { registry: new WorkerRegistry(), todosFile: process.env[TODOS_FILE] };
}

/**
 * The streams of one worker, each claimed from the primary.
 * @implements {Registry}
 */
class WorkerRegistry {
  /** @type {Map<string, import('./signals').Ask>} */
  #own = new Map();

  constructor() {
    const worker = /** @type {Worker} */ (cluster.worker);
    this.primary = new Channel(worker, { signals: ({ id }) => this.#own.get(id)?.() });
  }

  /**
   * @param {string} id
   * @param {import('./signals').Ask} ask
   * @returns {Promise<boolean>}
   */
  async claim(id, ask) {
    if (!(await this.primary.ask('claim', id))) return false;
    this.#own.set(id, ask);
    return true;
  }

  /**
   * @param {string} id
   * @param {import('./items').Signals} last
   */
  end(id, last) {
    this.#own.delete(id);
    this.primary.ask('end', id, last);
  }

  /** @param {string} id */
  async signals(id) {
    return this.#own.get(id)?.() ?? (await this.primary.ask('signals', id));
  }
}

module.exports = { superviseWorkers, joinCluster };

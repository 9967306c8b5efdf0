// A stack in several processes: the primary starts, watches and stops them, and knows every stream.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Channel } = require('./channel');
const { StreamRegistry } = require('./signals');
const { createFile } = require('./todo-database');

// The types have the module's value under `default`, where CommonJS has none.
const cluster = /** @type {import('node:cluster').Cluster} */ (
  /** @type {unknown} */ (require('node:cluster'))
);

/** A worker ends by itself within 5 s; one that does not is ended. */
const STOP_MILLIS = 5_500;
const TODOS_FILE = 'LOADLINE_TODOS_FILE';

/**
 * @typedef {import('./signals').Registry} Registry
 * @typedef {import('node:cluster').Worker} Worker
 */

/** The primary's part. Ends the process when all workers are gone. */
class Supervisor {
  #folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-todos-'));
  #todosFile = path.join(this.#folder, 'todos.db');
  #todos = createFile(this.#todosFile);
  #registry = new StreamRegistry();
  /** @type {Set<Worker>} those that live */
  #workers = new Set();
  /** @type {Set<Worker>} those that have served */
  #served = new Set();
  #stopping = false;
  #exitCode = 0;

  /** @param {number} count of workers */
  start(count) {
    cluster.on('listening', (worker) => this.#served.add(worker));
    cluster.on('exit', (worker, code, signal) => {
      this.#workers.delete(worker);
      if (!this.#stopping) this.#replace(worker, signal ?? `exit code ${code}`);
      if (this.#workers.size === 0) this.#end();
    });
    process.on('SIGTERM', () => this.#stop());
    process.on('SIGINT', () => this.#stop());
    for (let i = 0; i < count; i++) this.#startWorker();
  }

  #startWorker() {
    const worker = cluster.fork({ [TODOS_FILE]: this.#todosFile });
    this.#workers.add(worker);
    const registry = this.#registry;
    /** @type {Channel} */
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
   * One that never served would only die again, so then all end.
   * @param {Worker} worker that died
   * @param {string | number} reason
   */
  #replace(worker, reason) {
    const begun = this.#served.delete(worker);
    const then = begun ? 'another is started' : 'it never served, so the server stops';
    console.error(`Worker ${worker.process.pid} ended by itself (${reason}): ${then}.`);
    if (begun) {
      this.#startWorker();
    } else {
      this.#exitCode = 1;
      this.#stop();
    }
  }

  #stop() {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const worker of this.#workers) worker.process.kill('SIGTERM');
    setTimeout(() => {
      for (const worker of this.#workers) worker.process.kill('SIGKILL');
    }, STOP_MILLIS);
  }

  #end() {
    this.#todos.close();
    fs.rmSync(this.#folder, { recursive: true });
    process.exit(this.#exitCode);
  }
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

module.exports = { Supervisor, isPrimary: cluster.isPrimary, joinCluster };

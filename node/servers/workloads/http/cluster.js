// A stack in several processes: the primary starts and stops them, and knows every stream.
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { StreamRegistry, Work, createTodosFile } = require('..');

// The types have the module's value under `default`, where CommonJS has none.
const cluster = /** @type {import('node:cluster').Cluster} */ (
  /** @type {unknown} */ (require('node:cluster'))
);

const TODOS_FILE = 'LOADLINE_TODOS_FILE';

/**
 * @typedef {import('node:cluster').Worker} Worker
 * @typedef {(...args: any[]) => unknown} Answer
 */

/**
 * The primary's part, which ends when all workers have ended.
 * @param {number} count of workers
 */
function startWorkers(count) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-todos-'));
  const todosFile = path.join(folder, 'todos.db');
  const todos = createTodosFile(todosFile);
  const registry = new StreamRegistry();
  /** @type {Set<Worker>} */
  const workers = new Set();
  let stopping = false;

  const start = () => {
    const worker = cluster.fork({ [TODOS_FILE]: todosFile });
    let served = false;
    workers.add(worker);
    const ask = connect(worker, {
      claim: (id) => registry.claim(id, () => ask('signals', id), worker),
      end: (id, last) => registry.end(id, last),
      signals: (id) => registry.signals(id),
    });
    worker.once('listening', () => (served = true));
    worker.once('exit', (code, signal) => {
      workers.delete(worker);
      registry.forget(worker);
      if (!stopping) {
        console.error(`Worker ${worker.process.pid} ended by itself: ${signal ?? code}.`);
        // One that never served would only end again.
        if (served) return start();
        process.exitCode = 1;
        stop();
      }
      if (workers.size === 0) {
        todos.close();
        fs.rmSync(folder, { recursive: true });
      }
    });
  };
  const stop = () => {
    stopping = true;
    for (const worker of workers) worker.process.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  for (let i = 0; i < count; i++) start();
}

/**
 * A worker's part.
 * @param {number} count of workers
 * @returns {Work} whose streams and todos are those of all workers
 */
function createWork(count) {
  /** @type {Map<string, import('../src/signals').Ask>} */
  const own = new Map();
  const ask = connect(/** @type {Worker} */ (cluster.worker), {
    signals: (id) => own.get(id)?.(),
  });
  /** @type {import('../src/signals').Registry} */
  const registry = {
    async claim(id, signals) {
      if (!(await ask('claim', id))) return false;
      own.set(id, signals);
      return true;
    },
    end(id, last) {
      own.delete(id);
      ask('end', id, last);
    },
    async signals(id) {
      return own.get(id)?.() ?? (await ask('signals', id));
    },
  };
  return new Work(process.env, count, registry, process.env[TODOS_FILE]);
}

/**
 * Questions and answers between a worker and its primary.
 * @param {Worker} worker as either side has it
 * @param {Record<string, Answer>} answers to the other side's questions
 * @returns {(question: string, ...args: any[]) => Promise<any>} undefined when the other side is gone
 */
function connect(worker, answers) {
  let calls = 0;
  /** @type {Map<number, (answer: any) => void>} */
  const waiting = new Map();
  /** @param {object} message */
  const send = (message) => worker.isConnected() && worker.send(message, () => {});

  worker.on('message', async ({ call, question, args, answer }) => {
    if (question) {
      send({ call, answer: await answers[question](...args) });
    } else {
      waiting.get(call)?.(answer);
      waiting.delete(call);
    }
  });
  worker.once('disconnect', () => {
    for (const resolve of waiting.values()) resolve(undefined);
  });
  return (question, ...args) =>
    new Promise((resolve) => {
      waiting.set(++calls, resolve);
      if (!send({ call: calls, question, args })) resolve(undefined);
    });
}

module.exports = { createWork, isPrimary: cluster.isPrimary, startWorkers };

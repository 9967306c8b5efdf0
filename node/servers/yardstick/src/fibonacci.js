// The fibonacci workload: a fixed number of threads and a queue, from which the abandoned drop out.
'use strict';

const os = require('node:os');
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const { Abandoned } = require('./problem');
const { wholeNumber } = require('./query');

/**
 * @typedef {object} Task
 * @property {number} n
 * @property {(result: number) => void} resolve
 * @property {(error: Error) => void} reject
 */

class Fibonacci {
  /** @type {Task[]} */
  #queue = [];
  /** @type {Map<Worker, Task | undefined>} */
  #threads = new Map();

  constructor() {
    for (let i = 0; i < os.availableParallelism(); i++) this.#startThread();
  }

  /**
   * @param {string} query
   * @param {import('node:http').ServerResponse} response
   * @returns {Promise<string>}
   */
  async answer(query, response) {
    const n = wholeNumber(query, 'n', 0, 40);
    /** @type {number} */
    const result = await new Promise((resolve, reject) => {
      const task = { n, resolve, reject };
      response.once('close', () => this.#abandon(task));
      this.#queue.push(task);
      this.#next();
    });
    return String(result);
  }

  async close() {
    const threads = [...this.#threads.keys()];
    this.#threads.clear();
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #startThread() {
    const thread = new Worker(__filename);
    this.#threads.set(thread, undefined);
    thread.on('message', (result) => {
      const task = this.#threads.get(thread);
      this.#threads.set(thread, undefined);
      task?.resolve(result);
      this.#next();
    });
  }

  #next() {
    for (const [thread, busy] of this.#threads) {
      if (busy) continue;
      const task = this.#queue.shift();
      if (!task) return;
      this.#threads.set(thread, task);
      thread.postMessage(task.n);
    }
  }

  /** @param {Task} task */
  #abandon(task) {
    this.#queue = this.#queue.filter((other) => other !== task);
    for (const [thread, busy] of this.#threads) {
      if (busy !== task) continue;
      this.#threads.delete(thread);
      thread.terminate();
      this.#startThread();
    }
    task.reject(new Abandoned());
    this.#next();
  }
}

/**
 * @param {number} n
 * @returns {number}
 */
function fibonacci(n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

if (!isMainThread) parentPort?.on('message', (n) => parentPort?.postMessage(fibonacci(n)));

module.exports = { Fibonacci };

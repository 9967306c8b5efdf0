/** Fibonacci numbers by plain double recursion, on threads of their own. */
'use strict';

const path = require('node:path');
const { Worker } = require('node:worker_threads');

/** @typedef {{ n: number, resolve: (value: number) => void, reject: (error: Error) => void }} Task */

const THREADS = 2;
/** @type {Task[]} */
const waiting = [];
let busy = 0;

/**
 * @param {number} n
 * @returns {number}
 */
function fibonacciNumber(n) {
  return n < 2 ? n : fibonacciNumber(n - 1) + fibonacciNumber(n - 2);
}

/**
 * @param {number} n
 * @returns {Promise<number>}
 */
function fibonacci(n) {
  return new Promise((resolve, reject) => {
    waiting.push({ n, resolve, reject });
    startNext();
  });
}

function startNext() {
  const task = busy < THREADS ? waiting.shift() : undefined;
  if (task === undefined) return;
  busy++;
  const worker = new Worker(path.join(__dirname, 'fibonacci-thread.js'), { workerData: task.n });
  worker.once('message', task.resolve);
  worker.once('error', task.reject);
  worker.once('exit', () => {
    busy--;
    startNext();
  });
}

module.exports = { fibonacci, fibonacciNumber };

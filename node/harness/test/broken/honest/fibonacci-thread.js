/** Computes one Fibonacci number off the event loop. */
'use strict';

const { parentPort, workerData } = require('node:worker_threads');
const { fibonacciNumber } = require('./fibonacci');

parentPort?.postMessage(fibonacciNumber(workerData));

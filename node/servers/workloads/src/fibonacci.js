// The fibonacci workload: computed in worker threads, so that it never stalls the event loop.
'use strict';

const os = require('node:os');
const path = require('node:path');
const { Piscina } = require('piscina');
const { wholeNumberOf } = require('./checks');

const THREAD = path.join(__dirname, 'fibonacci-thread.js');
const MOST = 40;

class Fibonacci {
  /** @param {number} processes how many server processes share the machine */
  constructor(processes) {
    const threads = Math.max(1, Math.floor(os.availableParallelism() / processes));
    this.pool = new Piscina({ filename: THREAD, minThreads: threads, maxThreads: threads });
  }

  /**
   * @param {unknown} n in decimal digits
   * @param {AbortSignal} signal drops it from the queue, or ends its thread: an answer that nobody
   * waits for would keep the others waiting
   * @returns {Promise<string>} F(n) in decimal
   * @throws {Refusal}
   */
  async of(n, signal) {
    return String(await this.pool.run(wholeNumberOf('n', n, 0, MOST), { signal }));
  }

  /** Ends the threads, whatever they are at. */
  close() {
    return this.pool.destroy();
  }
}

module.exports = { Fibonacci };

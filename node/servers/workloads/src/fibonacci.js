// The fibonacci workload: computed in worker threads, so that it never stalls the event loop.
'use strict';

const os = require('node:os');
const path = require('node:path');
const { Piscina } = require('piscina');
const { Abandoned } = require('./problem');
const { required, wholeNumber } = require('./query');

const THREAD = path.join(__dirname, 'fibonacci-thread.js');
const MOST = 40;

class Fibonacci {
  /** @param {number} processes how many server processes share the machine */
  constructor(processes) {
    const threads = Math.max(1, Math.floor(os.availableParallelism() / processes));
    this.pool = new Piscina({ filename: THREAD, minThreads: threads, maxThreads: threads });
  }

  /**
   * @param {string} query of the request
   * @param {import('node:http').ServerResponse} response dropped from the queue when it closes
   * @returns {Promise<string>} F(n) in decimal
   * @throws {Problem} 400 for a bad query
   */
  async answer(query, response) {
    const n = wholeNumber('n', required(query, 'n'), 0, MOST);
    const abandonment = new AbortController();
    const abandon = () => abandonment.abort();
    response.once('close', abandon);
    try {
      return String(await this.pool.run(n, { signal: abandonment.signal }));
    } catch (error) {
      if (abandonment.signal.aborted) throw new Abandoned();
      throw error;
    } finally {
      response.off('close', abandon);
    }
  }

  /** Ends the threads, whatever they are at. */
  async close() {
    await this.pool.destroy();
  }
}

module.exports = { Fibonacci };

/** What the closed and the open loop share: connections that are opened, watched and closed, and an end. */
'use strict';

const { performance } = require('node:perf_hooks');

const WATCHES_PER_TIMEOUT = 20;

/**
 * What takes one request at a time. It tells its loop when it is `ready` for one, then that the one before
 * has `finished`, however it ended, and when it is ready no more (`withdraw`).
 *
 * @typedef {object} Connection
 * @property {() => Promise<void>} open Ends when the first attempt has, well or not.
 * @property {(request: DueRequest) => void} send
 * @property {(now: number) => void} checkTime Gives up a request that has waited too long for its answer.
 * @property {() => void} close
 *
 * @typedef {object} DueRequest
 * @property {number} dueAt By `performance.now()`; its latency counts from then.
 * @property {boolean} hasWaited For a connection: then it went out as soon as there was one.
 *
 * @typedef {import('./tally').Tally} Tally
 */

class Loop {
  /**
   * @param {Tally} tally
   * @param {number} timeoutSeconds
   */
  constructor(tally, timeoutSeconds) {
    this.tally = tally;
    this.watchMillis = (timeoutSeconds * 1000) / WATCHES_PER_TIMEOUT;
    this.inFlight = 0;
    this.over = new Promise((resolve) => {
      this.end = () => resolve(undefined);
    });
  }

  /**
   * @param {Connection[]} connections
   * @returns {Promise<void>} when the window has closed and nothing is in flight
   */
  async run(connections) {
    await this.begin(connections);
    const watch = setInterval(() => {
      const now = performance.now();
      for (const connection of connections) connection.checkTime(now);
    }, this.watchMillis);
    await this.over;
    clearInterval(watch);
    for (const connection of connections) connection.close();
  }

  /**
   * @param {Connection[]} _connections
   * @returns {Promise<void>} when the clock runs
   */
  async begin(_connections) {
    throw new Error('a loop says for itself how it begins');
  }

  /** A request has been answered, or never will be. */
  finished() {
    this.inFlight--;
    if (!this.tally.open) this.endIfQuiet();
  }

  endIfQuiet() {
    if (this.inFlight === 0) this.end?.();
  }
}

module.exports = { Loop };

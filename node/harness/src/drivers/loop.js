/** What the closed and the open loop share: connections that are opened, watched and closed, and an end. */
'use strict';

const { performance } = require('node:perf_hooks');

const WATCHES_PER_TIMEOUT = 20;
// A server that cannot be reached is tried so often, and not for the whole slice.
const CONNECTION_ERRORS_MAX = 1000;

/**
 * What takes one request at a time. It tells its loop when it is `ready` for one, then that the one before
 * has `finished`, however it ended, when it is ready no more (`withdraw`), and that it is to be opened again (`reopen`).
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
    this.windowIsClosed = false;
    this.isOver = false;
    /** @type {() => void} */
    this.tellEnd = () => {};
    this.over = new Promise((resolve) => (this.tellEnd = () => resolve(undefined)));
  }

  /**
   * @param {Connection[]} connections
   * @returns {Promise<void>} when the window has closed and nothing is in flight
   */
  async run(connections) {
    const watch = setInterval(() => {
      const now = performance.now();
      for (const connection of connections) connection.checkTime(now);
    }, this.watchMillis);
    await this.begin(connections);
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

  /** @param {Connection} _connection is open, and nothing is in flight on it */
  ready(_connection) {
    throw new Error('a loop says for itself what it sends');
  }

  /** @param {Connection} _connection is not to be sent on */
  withdraw(_connection) {}

  /** A request has been answered, or never will be. */
  finished() {
    this.inFlight--;
    if (this.windowIsClosed) this.endIfQuiet();
  }

  /** Nothing more is sent but what waits: whoever finishes last from now on ends the slice. */
  windowCloses() {
    this.windowIsClosed = true;
    this.endIfQuiet();
  }

  endIfQuiet() {
    if (this.inFlight === 0) this.end();
  }

  end() {
    this.isOver = true;
    this.tellEnd();
  }

  /**
   * A connection has lost its server or was given up; it opens anew while the window is open.
   *
   * @param {Connection} connection
   * @param {number} afterMillis
   */
  reopen(connection, afterMillis) {
    if (this.tally.errorsOf('connection') >= CONNECTION_ERRORS_MAX) this.end();
    else if (afterMillis > 0) setTimeout(() => this.openAgain(connection), afterMillis);
    else this.openAgain(connection);
  }

  /** @param {Connection} connection */
  openAgain(connection) {
    if (this.tally.open && !this.isOver) connection.open();
  }
}

module.exports = { Loop };

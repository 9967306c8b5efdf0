/** The closed loop: each connection sends its next request as soon as the last one was answered. */
'use strict';

const { performance } = require('node:perf_hooks');
const { Loop } = require('./loop');

/** @typedef {import('./loop').Connection} Connection */

class ClosedLoop extends Loop {
  /** @param {Connection[]} connections */
  async begin(connections) {
    this.tally.begin();
    setTimeout(() => this.endIfQuiet(), this.tally.closesAt - performance.now());
    for (const connection of connections) {
      // A server that keeps a handshake waiting is found like one that keeps an answer.
      this.inFlight++;
      connection.open().then(() => this.finished());
    }
  }

  /** @param {Connection} connection */
  ready(connection) {
    if (!this.tally.open) return;
    this.inFlight++;
    connection.send({ dueAt: performance.now(), hasWaited: false });
  }

  /** @param {Connection} _connection It has nothing to be taken from. */
  withdraw(_connection) {}
}

module.exports = { ClosedLoop };

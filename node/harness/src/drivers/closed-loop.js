/** The closed loop: each connection sends its next request as soon as the last one was answered. */
'use strict';

const { performance } = require('node:perf_hooks');
const { Loop } = require('./loop');

/** @typedef {import('./loop').Connection} Connection */

class ClosedLoop extends Loop {
  /** @param {Connection[]} connections */
  async begin(connections) {
    this.tally.begin();
    this.awaitClose();
    for (const connection of connections) {
      // A server that keeps a handshake waiting is found like one that keeps an answer.
      this.inFlight++;
      connection.open().then(() => this.finished());
    }
  }

  /** A timer may come up to a millisecond early: then requests are still sent, and who is last must know. */
  awaitClose() {
    const millis = this.tally.closesAt - performance.now();
    if (millis > 0) setTimeout(() => this.awaitClose(), millis);
    else this.windowCloses();
  }

  /** @param {Connection} connection */
  ready(connection) {
    const now = performance.now();
    if (now >= this.tally.closesAt || this.isOver) return;
    this.inFlight++;
    connection.send({ dueAt: now, hasWaited: false });
  }
}

module.exports = { ClosedLoop };

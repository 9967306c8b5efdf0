/** The closed loop: each connection sends its next request as soon as the last one was answered. */
'use strict';

const { performance } = require('node:perf_hooks');
const { Loop } = require('./loop');
const { Turning, rest } = require('./turning');

/**
 * @typedef {import('./loop').Connection} Connection
 * @typedef {import('./tally').Tally} Tally
 */

class ClosedLoop extends Loop {
  /**
   * @param {Tally} tally
   * @param {{ ownsCore: boolean, timeoutSeconds: number }} pace
   */
  constructor(tally, { ownsCore, timeoutSeconds }) {
    super(tally, timeoutSeconds);
    this.ownsCore = ownsCore;
    this.turning = new Turning(tally, () => this.awaitClose());
  }

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
    if (this.isOver) return;
    const now = performance.now();
    const millis = this.tally.closesAt - now;
    if (millis <= 0) this.windowCloses();
    else if (this.ownsCore) this.turn(now);
    else this.turning.later(millis);
  }

  /** @param {number} now */
  turn(now) {
    if (this.turning.ends(now)) rest();
    this.turning.again();
  }

  /** @param {Connection} connection */
  ready(connection) {
    const now = performance.now();
    if (now >= this.tally.closesAt || this.isOver) return;
    this.inFlight++;
    connection.send({ dueAt: now, hasWaited: false });
  }

  finished() {
    this.turning.work();
    super.finished();
  }
}

module.exports = { ClosedLoop };

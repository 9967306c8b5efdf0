/**
 * The open loop: requests fall due at a fixed rate, whatever the server does, and go out when they are due.
 *
 * Node's timers count whole milliseconds and are up to one late, so the last stretch before a due moment
 * is spent turning the event loop, which reads answers meanwhile; what is further off is slept.
 */
'use strict';

const { performance } = require('node:perf_hooks');
const { Loop } = require('./loop');
const { EMPTY_TURN_MILLIS, Turning, rest } = require('./turning');

const TURNING_MILLIS = 2;
// What was due and waits when the window closes still goes out: dropped, a freeze at its end would not show.
const LATEST_SEND_MILLIS = 1000;

/**
 * @typedef {import('./loop').Connection} Connection
 * @typedef {import('./tally').Tally} Tally
 */

class OpenLoop extends Loop {
  /**
   * @param {Tally} tally
   * @param {{ ratePerSecond: number, timeoutSeconds: number }} pace
   */
  constructor(tally, { ratePerSecond, timeoutSeconds }) {
    super(tally, timeoutSeconds);
    this.millisApart = 1000 / ratePerSecond;
    /** Requests that have fallen due, and those of them that a connection has taken: the difference waits. */
    this.due = 0;
    this.taken = 0;
    /** @type {Connection[]} The one that rests longest comes first. */
    this.idle = [];
    this.turning = new Turning(tally, () => this.turn());
  }

  /**
   * Opens the connections first: a request that is due finds them there.
   * @param {Connection[]} connections
   */
  async begin(connections) {
    await Promise.all(connections.map((connection) => connection.open()));
    this.tally.begin();
    this.turn();
  }

  /** @param {Connection} connection */
  ready(connection) {
    if (this.isOver) return;
    if (this.taken < this.due) {
      const latest = this.tally.closesAt + LATEST_SEND_MILLIS;
      if (performance.now() < latest) this.give(connection, true);
    } else if (this.tally.open) {
      this.idle.push(connection);
      this.sendDue();
    }
  }

  /** @param {Connection} connection */
  withdraw(connection) {
    const at = this.idle.indexOf(connection);
    if (at >= 0) this.idle.splice(at, 1);
  }

  turn() {
    if (this.isOver) return;
    if (!this.tally.open) return this.windowCloses();
    this.sendDue();
    const now = performance.now();
    this.turning.ends(now);
    const millis = Math.min(this.dueAt(this.due), this.tally.closesAt) - now;
    if (millis > EMPTY_TURN_MILLIS) rest();
    if (millis < TURNING_MILLIS + 1) this.turning.again();
    else this.turning.later(Math.floor(millis - TURNING_MILLIS));
  }

  /** What is due goes out as long as connections are idle; the rest waits. */
  sendDue() {
    const now = performance.now();
    for (;;) {
      const dueAt = this.dueAt(this.due);
      if (dueAt > now || dueAt >= this.tally.closesAt) return;
      this.due++;
      const connection = this.idle.shift();
      if (connection) this.give(connection, false);
      else this.tally.waits(dueAt, now);
    }
  }

  /**
   * @param {Connection} connection
   * @param {boolean} hasWaited
   */
  give(connection, hasWaited) {
    const dueAt = this.dueAt(this.taken);
    this.taken++;
    this.inFlight++;
    this.turning.work();
    const request = { dueAt, hasWaited };
    this.tally.goes(request);
    connection.send(request);
  }

  finished() {
    this.turning.work();
    super.finished();
  }

  /** @param {number} request which one, counted from 0 */
  dueAt(request) {
    return this.tally.beganAt + request * this.millisApart;
  }
}

module.exports = { OpenLoop };

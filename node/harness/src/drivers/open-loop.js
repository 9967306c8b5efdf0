/**
 * The open loop: requests fall due at a fixed rate, whatever the server does, and go out when they are due.
 *
 * Node's timers count whole milliseconds and are up to one late, so the last stretch before a due moment
 * is spent turning the event loop, which reads answers meanwhile; what is further off is slept.
 */
'use strict';

const { performance } = require('node:perf_hooks');
const { Loop } = require('./loop');

const TURNING_MILLIS = 2;
// What was due and waits when the window closes still goes out: dropped, a freeze at its end would not show.
const LATEST_SEND_MILLIS = 1000;
// Some 10 us. Every turn leaves garbage, and turns without a rest would spend over 1 % of the time collecting it: that would be the p99.
const REST_LOADS = 1500;
// A turn in which nothing happens takes its rest and 2 to 5 us; a longer one has read something, or stood still.
const EMPTY_TURN_MILLIS = 0.03;
const resting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

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
    this.worked = false;
    this.turnedAt = 0;
    this.turnAgain = () => this.turn();
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
    const turnMillis = now - this.turnedAt;
    if (!this.worked && turnMillis < EMPTY_TURN_MILLIS) this.tally.waited(turnMillis);
    this.worked = false;
    this.turnedAt = now;
    const millis = Math.min(this.dueAt(this.due), this.tally.closesAt) - now;
    if (millis > EMPTY_TURN_MILLIS) rest();
    if (millis < TURNING_MILLIS + 1) setImmediate(this.turnAgain);
    else setTimeout(this.turnAgain, Math.floor(millis - TURNING_MILLIS));
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
      else this.tally.late(dueAt, now);
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
    this.worked = true;
    const request = { dueAt, hasWaited };
    connection.send(request);
    this.tally.went(request);
  }

  finished() {
    this.worked = true;
    super.finished();
  }

  /** @param {number} request which one, counted from 0 */
  dueAt(request) {
    return this.tally.beganAt + request * this.millisApart;
  }
}

/** Sleeping is not to be had for less than a millisecond; an atomic load is never left out by the compiler. */
function rest() {
  for (let loads = 0; loads < REST_LOADS; loads++) Atomics.load(resting, 0);
}

module.exports = { OpenLoop };

/**
 * Turns Node's event loop, which reads answers meanwhile. A driver that sleeps is late with what falls due, and whoever wakes it pays for
 * that: on a virtual machine a server then spends as much of its time on waking the driver as on some requests.
 */
'use strict';

// A turn in which nothing happens takes its rest and 2 to 5 us; a longer one has read something, or stood still.
const EMPTY_TURN_MILLIS = 0.03;
// Some 10 us. Every turn leaves garbage, and turns without a rest would spend over 1 % of the time collecting it: that would be the p99.
const REST_LOADS = 1500;
const resting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

class Turning {
  #tally;
  #turn;
  #hasWorked = false;
  #beganAt = -Infinity;

  /**
   * @param {import('./tally').Tally} tally is told how long nothing was to do: that is no work
   * @param {() => void} turn
   */
  constructor(tally, turn) {
    this.#tally = tally;
    this.#turn = turn;
  }

  /** In this turn something was sent, or came. */
  work() {
    this.#hasWorked = true;
  }

  /**
   * @param {number} now when a turn ends and the next begins
   * @returns {boolean} whether nothing happened in it
   */
  ends(now) {
    const millis = now - this.#beganAt;
    const isEmpty = !this.#hasWorked && millis < EMPTY_TURN_MILLIS;
    if (isEmpty) this.#tally.waited(millis);
    this.#hasWorked = false;
    this.#beganAt = now;
    return isEmpty;
  }

  /** Once more, as soon as what has come is read. */
  again() {
    setImmediate(this.#turn);
  }

  /** @param {number} millis from now */
  later(millis) {
    setTimeout(this.#turn, millis);
  }
}

/** Sleeping is not to be had for less than a millisecond; an atomic load is never left out by the compiler. */
function rest() {
  for (let loads = 0; loads < REST_LOADS; loads++) Atomics.load(resting, 0);
}

module.exports = { EMPTY_TURN_MILLIS, Turning, rest };

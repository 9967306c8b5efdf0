/** Where a connection is in its pass through the exchanges of a load, and the words it has so far. */
'use strict';

/**
 * @typedef {import('./response-check').ResponseCheck} ResponseCheck
 * @typedef {import('./template').Words} Words
 */

class Lap {
  /**
   * @param {ResponseCheck[]} checks one an exchange, this connection's own
   * @param {() => Words} wordsOfLap what a lap begins with
   */
  constructor(checks, wordsOfLap) {
    this.checks = checks;
    this.wordsOfLap = wordsOfLap;
    /** @type {Words} */
    this.words = new Map();
    /** Which one of the exchanges is on. */
    this.exchange = checks.length - 1;
  }

  /** @returns {ResponseCheck} of the exchange that is on */
  get check() {
    return this.checks[this.exchange];
  }

  /** @returns {ResponseCheck} of the exchange that comes next */
  get nextCheck() {
    return this.checks[(this.exchange + 1) % this.checks.length];
  }

  /** Goes on to the next exchange, which may be the first of a new lap. */
  next() {
    this.exchange = (this.exchange + 1) % this.checks.length;
    if (this.exchange === 0) this.words = this.wordsOfLap();
    this.check.begin(this.words);
  }

  /** What is to come may use what a lost or wrong answer did not bring: the next exchange is a lap's first. */
  end() {
    this.exchange = this.checks.length - 1;
  }
}

module.exports = { Lap };

// Bounded waiting for what only so many may use at once.
'use strict';

const { within } = require('./service');

class Turns {
  /** @type {Set<() => void>} in order of their coming */
  #waiting = new Set();
  #free;

  /** @param {number} count of those who may have a turn at once */
  constructor(count) {
    this.#free = count;
  }

  /**
   * @param {number} millis to wait at most
   * @returns {Promise<void>} a turn, to be given back; rejected when none comes
   */
  async take(millis) {
    if (this.#free > 0) this.#free--;
    else await this.#wait(millis);
  }

  giveBack() {
    const [next] = this.#waiting;
    this.#waiting.delete(next);
    if (next) next();
    else this.#free++;
  }

  /** @param {number} millis */
  #wait(millis) {
    let begin = () => {};
    /** @type {Promise<void>} */
    const turn = new Promise((resolve) => {
      begin = resolve;
      this.#waiting.add(begin);
    });
    return within(millis, turn, () => this.#waiting.delete(begin));
  }
}

module.exports = { Turns };

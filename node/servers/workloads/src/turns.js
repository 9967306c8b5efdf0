// Bounded waiting for a service of which only so many may ask at once.
'use strict';

const { within } = require('./service');

/** While the service answers those before, a crowd may wait longer than one answer may take. */
const TURN_MILLIS = 5_000;

/** @typedef {{ begin: () => void, refuse: (error: unknown) => void }} Waiting */

class Turns {
  /** @type {Set<Waiting>} in order of their coming */
  #waiting = new Set();
  #free;

  /** @param {number} count of those who may have a turn at once */
  constructor(count) {
    this.#free = count;
  }

  /**
   * When one fails, those who wait are refused with it: most likely they would only wait for their
   * own failure, after those of all before them.
   * @template T
   * @param {() => Promise<T>} ask
   * @returns {Promise<T>} rejected when no turn came, too
   */
  async inTurn(ask) {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    try {
      return await ask();
    } catch (error) {
      this.#refuseAll(error);
      throw error;
    } finally {
      this.#giveBack();
    }
  }

  #wait() {
    /** @type {Waiting} */
    let waiting;
    /** @type {Promise<void>} */
    const turn = new Promise((begin, refuse) => {
      waiting = { begin, refuse };
      this.#waiting.add(waiting);
    });
    return within(TURN_MILLIS, turn, () => this.#waiting.delete(waiting));
  }

  /** @param {unknown} error */
  #refuseAll(error) {
    for (const { refuse } of this.#waiting) refuse(error);
    this.#waiting.clear();
  }

  #giveBack() {
    const [next] = this.#waiting;
    this.#waiting.delete(next);
    if (next) next.begin();
    else this.#free++;
  }
}

module.exports = { Turns };

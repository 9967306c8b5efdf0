/** A place where some wait until all are there: whoever is not there at the same time waits in vain. */
'use strict';

const WAITS_MILLIS = 20_000;

class Meeting {
  #there = 0;
  /** @type {() => void} */
  #open = () => {};
  #opened = new Promise((resolve) => (this.#open = () => resolve(undefined)));

  /** @param {number} count of those that meet */
  constructor(count) {
    this.count = count;
  }

  /** @returns {boolean} */
  get hasMet() {
    return this.#there >= this.count;
  }

  /** @throws {Error} not all have come in good time */
  async arrive() {
    this.#there += 1;
    if (this.hasMet) this.#open();
    /** @type {NodeJS.Timeout | undefined} */
    let timer;
    const alone = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('nobody else came')), WAITS_MILLIS);
    });
    await Promise.race([this.#opened, alone]).finally(() => clearTimeout(timer));
  }
}

module.exports = { Meeting };

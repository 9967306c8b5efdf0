/** Finds in an answer the words that later exchanges of the lap use. */
'use strict';

/** @typedef {import('./template').Words} Words */

class Capture {
  /**
   * @param {string} name of the word
   * @param {{ from: string, pattern: string }} where as in a contract: `header:location`, `body`
   */
  constructor(name, { from, pattern }) {
    this.name = name;
    this.from = from;
    /** @type {string | undefined} */
    this.header = from.split(':')[1];
    this.pattern = new RegExp(pattern, 'u');
  }

  /**
   * @param {string} text the header's value, or the body
   * @param {Words} words is added to
   * @returns {string | undefined} what is wrong, if nothing could be captured
   */
  take(text, words) {
    const group = this.pattern.exec(text)?.[1];
    if (group === undefined) return `expected ${this.from} matching ${this.pattern}`;
    words.set(this.name, group);
    return undefined;
  }
}

module.exports = { Capture };

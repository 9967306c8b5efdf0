/** Counts the items of streams as they arrive, and the time from one to the next. */
'use strict';

const { MicrosHistogram } = require('./micros-histogram');

/**
 * @typedef {object} ItemFigures
 * @property {number} perSecond Of all streams together, over the window.
 * @property {{ p50: number | null, p99: number | null }} betweenMicros From one item of a stream to the next; 0 for
 *   items that arrive in one piece.
 */

class ItemTally {
  constructor() {
    this.count = 0;
    this.between = new MicrosHistogram();
  }

  /**
   * @param {number} count that arrived in one piece
   * @param {number | undefined} millisSinceLast undefined for the first of a stream
   */
  arrived(count, millisSinceLast) {
    this.count += count;
    if (millisSinceLast !== undefined) this.between.record(millisSinceLast);
    if (count > 1) this.between.record(0, count - 1);
  }

  /**
   * @param {(count: number) => number} perSecond
   * @returns {ItemFigures}
   */
  figures(perSecond) {
    const { between } = this;
    const percentile = (/** @type {number} */ percent) =>
      between.count > 0 ? between.percentile(percent) : null;
    return {
      perSecond: perSecond(this.count),
      betweenMicros: { p50: percentile(50), p99: percentile(99) },
    };
  }
}

module.exports = { ItemTally };

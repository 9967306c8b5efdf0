/** What is left of a run's time, shared out between the sides and then between the workloads of each. */
'use strict';

const { timeShare } = require('./time-share');

/**
 * A workload that is still to come.
 *
 * @typedef {object} Due
 * @property {number} arms
 * @property {number} usualMillis in which its throughput is usually decided
 * @property {number} warmUpMillis that come before that, at most
 */

/**
 * Ends of one workload, by performance.now().
 *
 * @typedef {object} Ends
 * @property {number} endsAt when its time is used up
 * @property {number} spareUntil the same for p99: what later workloads need at least comes after it
 * @property {number} suspectsEndAt the same for what speaks for harm and is not decided
 */

/** Of the run's time, on top, for what speaks for harm and is not yet decided. */
const SUSPECTS_EXTRA = 0.25;

class RunTime {
  #endsAt;
  #suspectsExtra;
  #sideEndsAt = Infinity;
  /** @type {number | null} of the side's last workload: warm-up and all that decides throughput */
  #millisOfArm = null;

  /** @param {number} minutes */
  constructor(minutes) {
    this.#endsAt = performance.now() + minutes * 60_000;
    this.#suspectsExtra = SUSPECTS_EXTRA * minutes * 60_000;
  }

  /** @param {number[]} arms of all workloads together, on the side that begins and on each later one */
  beginSide(arms) {
    const now = performance.now();
    this.#sideEndsAt = now + timeShare(arms, this.#endsAt - now);
    this.#millisOfArm = null;
  }

  /**
   * @param {number} arms
   * @returns {boolean} whether a workload can be decided, as far as the one before it can tell
   */
  isEnoughFor(arms) {
    const millis = this.#millisOfArm === null ? 0 : arms * this.#millisOfArm;
    return performance.now() + millis <= this.#sideEndsAt;
  }

  /**
   * @param {number} arms
   * @param {number} millis in which they were warmed and their throughput was decided
   */
  tookFor(arms, millis) {
    this.#millisOfArm = millis / arms;
  }

  /** @param {number} millis of what takes no time from others */
  extendBy(millis) {
    this.#endsAt += millis;
  }

  /**
   * @param {Due[]} due the side's workloads that are left, the next one first
   * @returns {Ends} of the next one: what is asked at all is asked for so long that it can pass
   */
  endsOf(due) {
    const [next, ...later] = due;
    const now = performance.now();
    const blocksEndAt = this.#sideEndsAt - sum(later.map(({ warmUpMillis }) => warmUpMillis));
    const share = timeShare(
      due.map(({ arms }) => arms),
      blocksEndAt - now,
    );
    return {
      endsAt: now + Math.max(share, next.usualMillis),
      spareUntil: blocksEndAt - sum(later.map(({ usualMillis }) => usualMillis)),
      suspectsEndAt: this.#sideEndsAt + this.#suspectsExtra,
    };
  }
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

module.exports = { RunTime };

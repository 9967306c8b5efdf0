/** The rule of Google's tachometer: an interval of the relative difference, looked at in every round until it leaves out zero. */
'use strict';

const { studentQuantile } = require('../statistics/beta');
const { mean } = require('./series');

/** @typedef {import('./series').Rule} Rule */

/** tachometer takes 50 samples before it looks; the recorded runs have fewer at times, and `sampleSize` is its user's. */
const FIRST_LOOK = 10;
const CONFIDENCE = 0.95;

/**
 * tachometer's `autoSampleConditions` with the horizon 0 %: samples are taken until the interval lies on one side of it, and the side is the answer. A
 * slice is a sample, a pair a round. That it looks again and again at an interval that is made for one look is tachometer's own (README, Auto sample).
 *
 * @type {Rule}
 */
const tachometer = {
  name: 'interval at every round (tachometer)',
  decide({ better, pairs }) {
    /** @type {number[]} */
    const base = [];
    /** @type {number[]} */
    const head = [];
    for (const pair of pairs) {
      base.push(...pair.base);
      head.push(...pair.head);
      if (Math.min(base.length, head.length) < FIRST_LOOK) continue;
      const [low, high] = relativeInterval(base, head);
      const [worse, other] = better === 'more' ? [high < 0, low > 0] : [low > 0, high < 0];
      if (worse) return 'alarm';
      if (other) return 'quiet';
    }
    return Math.min(base.length, head.length) < FIRST_LOOK ? 'no answer' : 'quiet';
  },
};

/**
 * As tachometer's src/stats.ts reckons it: the delta method for the ratio of two means, and Student's t with the smaller sample's degrees of freedom.
 *
 * @param {readonly number[]} base at least two
 * @param {readonly number[]} head at least two
 * @returns {[number, number]} the interval of (head - base) / base, 95 %
 */
function relativeInterval(base, head) {
  const [a, b] = [mean(base), mean(head)];
  const variance = (squaredError(base) * b ** 2 + squaredError(head) * a ** 2) / a ** 4;
  const freedom = Math.min(base.length, head.length) - 1;
  const margin = quantile(freedom) * Math.sqrt(variance);
  return [(b - a) / a - margin, (b - a) / a + margin];
}

/** @type {Map<number, number>} */
const known = new Map();

/** @param {number} freedom */
function quantile(freedom) {
  const value = known.get(freedom) ?? studentQuantile(1 - (1 - CONFIDENCE) / 2, freedom);
  known.set(freedom, value);
  return value;
}

/**
 * @param {readonly number[]} values
 * @returns {number} the squared standard error of their mean
 */
function squaredError(values) {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return squares / (values.length - 1) / values.length;
}

module.exports = { relativeInterval, tachometer };

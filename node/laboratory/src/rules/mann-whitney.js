/** The rule of Go's benchstat: a U test over ten runs a side. */
'use strict';

const { median } = require('loadline/src/measure/steady');
const { normalShare } = require('../statistics/beta');
const { mean, worsening } = require('./series');

/** @typedef {import('./series').Rule} Rule */

/** benchstat's documentation asks for at least 10; more of them would hang on when another rule stopped. */
const RUNS = 10;
const RUNS_MIN = 4;
const ALPHA = 0.05;
/** As many as go-moremath, which benchstat uses, reckons without an approximation. */
const EXACT_MAX = 50;

/**
 * benchstat (golang.org/x/perf) tells a difference where the two-sided U test has p under 0.05, however small the difference. A run is one process with
 * all of its slices. With fewer than 4 runs a side p cannot be so small.
 *
 * @type {Rule}
 */
const mannWhitney = {
  name: 'U test at 0.05 (benchstat)',
  decide({ better, pairs }) {
    const runs = pairs.slice(0, RUNS);
    if (runs.length < RUNS_MIN) return 'no answer';
    const base = runs.map((pair) => mean(pair.base));
    const head = runs.map((pair) => mean(pair.head));
    const isWorse = worsening(median(base), median(head), better) > 0;
    return isWorse && uTest(base, head) < ALPHA ? 'alarm' : 'quiet';
  },
};

/**
 * Mann and Whitney, On a test of whether one of two random variables is stochastically larger than the other (1947). Exact without ties where no side has
 * more than 50 values, else the normal approximation with the corrections for ties and continuity.
 *
 * @param {readonly number[]} first at least one
 * @param {readonly number[]} second at least one
 * @returns {number} p, two-sided; 1 where all values are equal
 */
function uTest(first, second) {
  const [m, n] = [first.length, second.length];
  const greater = first.map((a) =>
    second.reduce((sum, b) => sum + (a > b ? 1 : a === b ? 0.5 : 0), 0),
  );
  const all = greater.reduce((sum, each) => sum + each, 0);
  const u = Math.min(all, m * n - all);
  const ties = tieCorrection([...first, ...second]);
  if (ties === 0 && Math.max(m, n) <= EXACT_MAX) return Math.min(1, 2 * exactShare(u, m, n));
  const size = m + n;
  const deviation = Math.sqrt(((m * n) / 12) * (size + 1 - ties / (size * (size - 1))));
  if (!(deviation > 0)) return 1;
  return Math.min(1, 2 * normalShare((u - (m * n) / 2 + 0.5) / deviation));
}

/**
 * The recurrence of Mann and Whitney (1947): the largest of all values is either of the first sample, and then greater than all n of the second, or of the
 * second.
 *
 * @param {number} u
 * @param {number} m
 * @param {number} n
 * @returns {number} the share of the orders of two samples without ties that give u or less
 */
function exactShare(u, m, n) {
  /** @type {Float64Array[]} by the size of the second sample: how many orders give each u */
  let counts = Array.from({ length: n + 1 }, () => orders(m * n, 0));
  for (let first = 1; first <= m; first++) {
    /** @type {Float64Array[]} */
    const next = [];
    for (let second = 0; second <= n; second++) {
      const own = second === 0 ? orders(m * n, 0) : Float64Array.from(next[second - 1]);
      if (second > 0) {
        for (let value = second; value <= m * n; value++)
          own[value] += counts[second][value - second];
      }
      next.push(own);
    }
    counts = next;
  }
  const all = counts[n].reduce((sum, count) => sum + count, 0);
  return counts[n].slice(0, u + 1).reduce((sum, count) => sum + count, 0) / all;
}

/**
 * @param {number} most
 * @param {number} only
 * @returns {Float64Array} one order, which gives that u
 */
function orders(most, only) {
  const counts = new Float64Array(most + 1);
  counts[only] = 1;
  return counts;
}

/**
 * @param {readonly number[]} values
 * @returns {number} the sum of t³ - t over all groups of t equal values
 */
function tieCorrection(values) {
  /** @type {Map<number, number>} */
  const groups = new Map();
  for (const value of values) groups.set(value, (groups.get(value) ?? 0) + 1);
  return [...groups.values()].reduce((sum, t) => sum + t ** 3 - t, 0);
}

module.exports = { mannWhitney, uTest };

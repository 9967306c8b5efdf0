/** Tells from the speeds of consecutive slices whether a server is still warming up. */
'use strict';

const WINDOW = 3;
const MOVE_MAX = 0.02;
// Two-sided 5 % of the standard normal distribution.
const TREND_Z = 1.96;

/**
 * Steady are two consecutive windows whose medians differ by less than 2 %, without a trend.
 *
 * @param {number[]} speeds in order of time
 * @returns {boolean}
 */
function isSteady(speeds) {
  if (speeds.length < 2 * WINDOW) return false;
  const last = speeds.slice(-2 * WINDOW);
  if (last.some((speed) => !(speed > 0))) return false;
  const move = Math.log(median(last.slice(WINDOW)) / median(last.slice(0, WINDOW)));
  return Math.abs(move) < MOVE_MAX && !hasTrend(last);
}

/**
 * @param {number[]} values
 * @param {number} [z] how many standard deviations a trend must lie from none
 * @returns {boolean}
 */
function hasTrend(values, z = TREND_Z) {
  return haveTrend([values], z);
}

/**
 * The test of Mann (1945) and Kendall, with the normal approximation and continuity correction; of several series as of seasons
 * (Hirsch, Slack & Smith 1982): each has a level of its own, and only values of the same one are compared.
 *
 * @param {number[][]} series each in order of time
 * @param {number} z
 * @returns {boolean}
 */
function haveTrend(series, z) {
  const score = series.reduce((sum, values) => sum + risesIn(values), 0);
  const variance = series.reduce((sum, { length: n }) => sum + (n * (n - 1) * (2 * n + 5)) / 18, 0);
  return (Math.abs(score) - 1) / Math.sqrt(variance) >= z;
}

/**
 * @param {number[]} values
 * @returns {number} in how many more pairs the later value is the higher one than the lower one
 */
function risesIn(values) {
  let score = 0;
  for (let i = 0; i < values.length; i++) {
    for (let j = i + 1; j < values.length; j++) score += Math.sign(values[j] - values[i]);
  }
  return score;
}

/**
 * Where a series most looks as if it had moved to another level (Pettitt 1979), and how easily chance would look like that.
 *
 * @param {number[]} values in order of time; at least two
 * @returns {{ after: number, chance: number }} after so many values, at least one before the last; a bound for the chance
 */
function changePointOf(values) {
  const n = values.length;
  const strengths = values.slice(0, -1).map((_, at) => Math.abs(excess(values, at + 1)));
  const most = Math.max(...strengths);
  const chance = 2 * Math.exp((-6 * most ** 2) / (n ** 3 + n ** 2));
  return { after: strengths.indexOf(most) + 1, chance: Math.min(1, chance) };
}

/**
 * @param {number[]} values
 * @param {number} after
 * @returns {number} in how many more pairs the later value is the higher one than the lower one
 */
function excess(values, after) {
  const before = values.slice(0, after);
  const signs = values
    .slice(after)
    .flatMap((late) => before.map((early) => Math.sign(late - early)));
  return signs.reduce((sum, sign) => sum + sign, 0);
}

/**
 * @param {number[]} values at least one
 * @returns {number}
 */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

module.exports = { isSteady, hasTrend, haveTrend, changePointOf, median };

/** What a rule decides on: the slices of one metric, pair by pair of fresh processes, and what one process makes of its slices. */
'use strict';

/**
 * The slices of two processes, one of each side, that were alive together and took turns.
 *
 * @typedef {object} Pair
 * @property {number[]} base requests a second, or microseconds; slice by slice
 * @property {number[]} head the same of the other process, in the same order
 *
 * @typedef {object} Series
 * @property {'more' | 'less'} better which of it is good: more requests a second, less p99
 * @property {Pair[]} pairs in the order in which they were measured
 *
 * @typedef {'alarm' | 'quiet' | 'no answer'} Answer no answer where too little was recorded for the rule
 *
 * @typedef {object} Rule
 * @property {string} name as a table shows it
 * @property {(series: Series) => Answer} decide
 */

/**
 * @param {number} base
 * @param {number} head
 * @param {Series['better']} better
 * @returns {number} share by which the head is worse; negative where it is better
 */
function worsening(base, head, better) {
  return better === 'more' ? 1 - head / base : head / base - 1;
}

/**
 * @param {readonly number[]} values at least one
 * @returns {number}
 */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

module.exports = { mean, worsening };

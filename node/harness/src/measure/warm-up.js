/** Loads a server until its speed levels off, or its budget is used up. */
'use strict';

const { isSteady } = require('./steady');

const SLICE_SECONDS = 0.25;

/**
 * @typedef {object} WarmUp
 * @property {number} seconds how long it took
 * @property {boolean} settled whether the speed levelled off within the budget
 */

/**
 * @param {(seconds: number) => Promise<import('./driver-process').Sample>} slice
 * @param {number} budgetSeconds
 * @param {number} [leastSeconds] how long it is loaded in any event
 * @param {number} [sliceSeconds]
 * @returns {Promise<WarmUp>}
 */
async function warmUp(slice, budgetSeconds, leastSeconds = 0, sliceSeconds = SLICE_SECONDS) {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  /** @type {number[]} */
  const speeds = [];
  const isDone = () => elapsed() >= leastSeconds && isSteady(speeds);
  while (elapsed() < budgetSeconds && !isDone()) {
    speeds.push((await slice(sliceSeconds)).requestsPerSecond);
  }
  return { seconds: elapsed(), settled: isSteady(speeds) };
}

module.exports = { warmUp };

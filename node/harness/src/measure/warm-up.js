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
 * @returns {Promise<WarmUp>}
 */
async function warmUp(slice, budgetSeconds) {
  const began = performance.now();
  const elapsed = () => (performance.now() - began) / 1000;
  /** @type {number[]} */
  const speeds = [];
  while (elapsed() < budgetSeconds && !isSteady(speeds)) {
    speeds.push((await slice(SLICE_SECONDS)).requestsPerSecond);
  }
  return { seconds: elapsed(), settled: isSteady(speeds) };
}

module.exports = { warmUp };

/** Shares a run's time out between the workloads that are left, by how many arms each has. */
'use strict';

/**
 * @param {number[]} left how many arms each workload has, the next one first
 * @param {number} millis that are left for all of them
 * @returns {number} milliseconds for the next one; 0 where none are left
 */
function timeShare([next, ...later], millis) {
  const all = later.reduce((sum, arms) => sum + arms, next);
  return Math.max(0, millis) * (next / all);
}

module.exports = { timeShare };

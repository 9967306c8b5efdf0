/** What is decided of a comparison's limits while it is still measured: for those who wait, not for the verdict. */
'use strict';

const { SETS_MAX } = require('./decision');

/**
 * @typedef {import('./comparison').Comparison} Comparison
 * @typedef {import('./metric').Metric} Metric
 *
 * @typedef {'open' | 'pass' | 'fail' | 'inconclusive' | 'invalid' | 'unmeasured'} LimitState
 *   open: more blocks, or fresh processes that are asked about an alarm, may change it; unmeasured: left out
 * @typedef {{ name: string, state: LimitState }} LimitSoFar name such as `node/express hash.throughput`
 *
 * @typedef {object} SoFar
 * @property {LimitSoFar[]} limits those that may have changed
 * @property {number} endsAt by performance.now(), when no block is begun any more but of what speaks for harm; Infinity without an end
 */

/**
 * @param {Comparison} comparison
 * @returns {LimitSoFar[]} of all its metrics that are judged
 */
function limitsSoFar(comparison) {
  const { measured, faults } = comparison;
  const stateOf = (/** @type {Metric} */ metric) => {
    if (faults.length > 0) return 'fail';
    return measured.includes(metric) ? stateOfMeasured(comparison, metric) : 'unmeasured';
  };
  return comparison.metrics
    .filter(({ isJudged }) => isJudged)
    .map((metric) => ({ name: metric.name, state: stateOf(metric) }));
}

/**
 * @param {Comparison} comparison
 * @param {Metric} metric
 * @returns {LimitState}
 */
function stateOfMeasured(comparison, metric) {
  const { decision, isAlarming } = comparison.standing(metric);
  if (!decision.isDecided) return 'open';
  return isAlarming && comparison.sets.length < SETS_MAX ? 'open' : decision.verdict;
}

module.exports = { limitsSoFar };

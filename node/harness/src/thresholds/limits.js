/** The kinds of limits that thresholds.json may set: what each is held against, and in which direction. */
'use strict';

const { pointerTo } = require('../input/invalid-input');

/** @typedef {'throughput' | 'p99'} SliceKind what a slice is measured for */

/**
 * @typedef {object} LimitKind
 * @property {SliceKind} kind
 * @property {string} metric what a metric is called after its stack and workload
 * @property {'min' | 'max'} sense whether the limit is the least or the most
 * @property {boolean} relative whether it is a share of the yardstick, or a figure of its own
 */

/**
 * @typedef {object} Limit one number of thresholds.json
 * @property {LimitKey} key
 * @property {number} value
 * @property {string} pointer where it stands in thresholds.json
 */

/** @typedef {'throughputOfYardstickMin' | 'p99OfYardstickMax' | 'requestsPerSecondMin' | 'p99MillisMax'} LimitKey */

/** @type {Record<LimitKey, LimitKind>} */
const LIMIT_KINDS = {
  throughputOfYardstickMin: {
    ...{ kind: 'throughput', metric: 'throughput', sense: 'min', relative: true },
  },
  p99OfYardstickMax: { kind: 'p99', metric: 'p99', sense: 'max', relative: true },
  requestsPerSecondMin: {
    ...{ kind: 'throughput', metric: 'requestsPerSecond', sense: 'min', relative: false },
  },
  p99MillisMax: { kind: 'p99', metric: 'p99Millis', sense: 'max', relative: false },
};

/** @typedef {Record<string, Record<string, Partial<Record<LimitKey, number>>>>} StackLimits by stack and workload */

/**
 * @param {{ stacks: StackLimits }} thresholds
 * @param {string} stack
 * @param {string} workload
 * @returns {Limit[]} none where thresholds.json has no entry
 */
function limitsOf({ stacks }, stack, workload) {
  const entry = stacks[stack]?.[workload] ?? {};
  return /** @type {LimitKey[]} */ (Object.keys(LIMIT_KINDS)).flatMap((key) => {
    const value = entry[key];
    const pointer = pointerTo('stacks', stack, workload, key);
    return value === undefined ? [] : [{ key, value, pointer }];
  });
}

/**
 * @param {string} stack
 * @param {string} workload
 * @param {LimitKey} key
 * @returns {string} such as `node/express hash.throughput`
 */
function metricName(stack, workload, key) {
  return `${stack} ${workload}.${LIMIT_KINDS[key].metric}`;
}

module.exports = { LIMIT_KINDS, limitsOf, metricName };

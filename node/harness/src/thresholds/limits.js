/** The kinds of limits that thresholds.json may set: what each is held against, and in which direction. */
'use strict';

const { pointerTo } = require('../input/invalid-input');

/** @typedef {'throughput' | 'p99'} SliceKind what a slice is measured for */

/**
 * @typedef {object} LimitKind
 * @property {SliceKind} kind
 * @property {string} metric what a metric is called after its stack and workload
 * @property {'min' | 'max'} sense whether the limit is the least or the most
 * @property {boolean} relative whether it is a share of the reference, or a figure of its own
 * @property {string} unit as a message has it
 */

/**
 * @typedef {object} Limit one number of thresholds.json
 * @property {LimitKey} key
 * @property {number} value
 * @property {string} pointer where it stands in thresholds.json
 */

/** @typedef {'throughputOfYardstickMin' | 'p99OfYardstickMax' | 'requestsPerSecondMin' | 'p99MillisMax'} ThresholdKey that thresholds.json may have */
/** @typedef {ThresholdKey | 'throughputOfBareMin' | 'throughputOfBareMax' | 'throughputOfReference' | 'throughputOfBaseMin' | 'p99OfBaseMax'} LimitKey the others are of plans */

/** @type {Record<LimitKey, LimitKind>} */
const LIMIT_KINDS = {
  throughputOfYardstickMin: {
    kind: 'throughput',
    metric: 'throughput',
    sense: 'min',
    relative: true,
    unit: ' of the yardstick',
  },
  p99OfYardstickMax: {
    kind: 'p99',
    metric: 'p99',
    sense: 'max',
    relative: true,
    unit: ' of the yardstick',
  },
  requestsPerSecondMin: {
    kind: 'throughput',
    metric: 'requestsPerSecond',
    sense: 'min',
    relative: false,
    unit: ' requests/s',
  },
  p99MillisMax: { kind: 'p99', metric: 'p99Millis', sense: 'max', relative: false, unit: ' ms' },
  throughputOfBareMin: {
    kind: 'throughput',
    metric: 'throughputLeast',
    sense: 'min',
    relative: true,
    unit: " of the framework's getting-started server",
  },
  throughputOfBareMax: {
    kind: 'throughput',
    metric: 'throughputMost',
    sense: 'max',
    relative: true,
    unit: " of the framework's getting-started server",
  },
  throughputOfReference: {
    kind: 'throughput',
    metric: 'throughput',
    sense: 'min',
    relative: true,
    unit: ' of the reference',
  },
  throughputOfBaseMin: {
    kind: 'throughput',
    metric: 'throughput',
    sense: 'min',
    relative: true,
    unit: ' of the base',
  },
  p99OfBaseMax: { kind: 'p99', metric: 'p99', sense: 'max', relative: true, unit: ' of the base' },
};

const THRESHOLD_KEYS = /** @type {ThresholdKey[]} */ ([
  'throughputOfYardstickMin',
  'p99OfYardstickMax',
  'requestsPerSecondMin',
  'p99MillisMax',
]);

/** @typedef {Record<string, Record<string, Partial<Record<ThresholdKey, number>>>>} StackLimits by stack and workload */

/**
 * @param {{ stacks: StackLimits }} thresholds
 * @param {string} stack
 * @param {string} workload
 * @returns {Limit[]} none where thresholds.json has no entry
 */
function limitsOf({ stacks }, stack, workload) {
  const entry = stacks[stack]?.[workload] ?? {};
  return THRESHOLD_KEYS.flatMap((key) => {
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

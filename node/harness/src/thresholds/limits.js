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
  throughputOfBaseMin: {
    kind: 'throughput',
    metric: 'throughput',
    sense: 'min',
    relative: true,
    unit: ' of the base',
  },
  p99OfBaseMax: { kind: 'p99', metric: 'p99', sense: 'max', relative: true, unit: ' of the base' },
  throughputOfReference: {
    kind: 'throughput',
    metric: 'throughput',
    sense: 'min',
    relative: true,
    unit: ' of the reference',
  },
};

const THRESHOLD_KEYS = /** @type {ThresholdKey[]} */ ([
  'throughputOfYardstickMin',
  'p99OfYardstickMax',
  'requestsPerSecondMin',
  'p99MillisMax',
]);

/**
 * `pairDeviation`: the standard deviation of the harms of pairs of equal code that the judge reckons with, so that a loss far beyond it is
 * known after few pairs. That of throughput is of processes that differ by 2 % each, with what the slices of a pair leave open.
 *
 * @type {{ name: 'throughputLossMax' | 'p99IncreaseMax', key: LimitKey, sign: 1 | -1, pairDeviation: number }[]}
 */
const REGRESSIONS = [
  { name: 'throughputLossMax', key: 'throughputOfBaseMin', sign: -1, pairDeviation: 0.035 },
  { name: 'p99IncreaseMax', key: 'p99OfBaseMax', sign: 1, pairDeviation: 0.12 },
];

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

/** So much of what is allowed is no harm at all: between the two the verdict may be either. */
const HARMLESS_SHARE = 0.3;

/**
 * @param {import('./load-thresholds').Thresholds['regression']} regression
 * @param {string} stack which may have figures of its own
 * @returns {{ limit: Limit, passBelow: number, pairDeviation: number }[]} limits of one revision against another; what is less than `passBelow` (a harm, counted
 *   from the limit) worse for certain passes
 */
function regressionLimits(regression, stack) {
  const own = regression.stacks?.[stack] ?? {};
  return REGRESSIONS.map(({ name, key, sign, pairDeviation }) => {
    const allowed = own[name] ?? regression[name];
    const most = Math.log(1 + allowed);
    const value = Math.exp(sign * HARMLESS_SHARE * most);
    const pointer =
      own[name] === undefined
        ? pointerTo('regression', name)
        : pointerTo('regression', 'stacks', stack, name);
    return {
      limit: { key, value, pointer },
      passBelow: (1 - HARMLESS_SHARE) * most,
      pairDeviation,
    };
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

module.exports = { LIMIT_KINDS, limitsOf, metricName, regressionLimits };

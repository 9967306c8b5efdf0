/** The kinds of limits that thresholds.json may set: what each is held against, and in which direction. */
'use strict';

const { pointerTo } = require('../input/invalid-input');
const { nameOfProcessor } = require('./processor');

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
 * @param {{ stacks: StackLimits, processors?: Record<string, StackLimits> }} thresholds
 * @param {string} stack
 * @param {string} workload
 * @param {string} [processor] whose limits stand in place of those of any
 * @returns {Limit[]} none where thresholds.json has no entry
 */
function limitsOf({ stacks, processors = {} }, stack, workload, processor = nameOfProcessor()) {
  const entry = stacks[stack]?.[workload] ?? {};
  const own = processors[processor]?.[stack]?.[workload] ?? {};
  return /** @type {LimitKey[]} */ (Object.keys(LIMIT_KINDS)).flatMap((key) => {
    const value = own[key] ?? entry[key];
    const place = key in own ? ['processors', processor] : ['stacks'];
    const pointer = pointerTo(...place, stack, workload, key);
    return value === undefined ? [] : [{ key, value, pointer }];
  });
}

/**
 * @param {{ processors?: Record<string, StackLimits> }} thresholds
 * @param {string[]} stacks that are measured
 * @param {string} [processor]
 * @returns {string[]} a note where any has limits of its own on other processors and none on this one
 */
function processorNotes({ processors = {} }, stacks, processor = nameOfProcessor()) {
  const others = Object.values(processors).flatMap((own) => Object.keys(own));
  const missed = stacks.filter(
    (id) => others.includes(id) && !(id in (processors[processor] ?? {})),
  );
  if (missed.length === 0) return [];
  return [
    `limits for any processor count, because thresholds.json has none for ${processor}: ${missed.join(', ')} (loadline calibrate --this-processor)`,
  ];
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

module.exports = { LIMIT_KINDS, limitsOf, metricName, processorNotes };

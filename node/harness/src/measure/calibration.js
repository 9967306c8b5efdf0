/** Makes limits of what was measured: the ratio to the yardstick, with a stated slack. */
'use strict';

/**
 * @typedef {import('../thresholds/load-thresholds').Limits} Limits
 * @typedef {import('./comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('./decision').MetricOutcome} MetricOutcome
 */

/**
 * @typedef {object} Calibrated
 * @property {{ stack: string, workload: string, limits: Limits }[]} entries
 * @property {string[]} left what got no limit, with the reason
 */

/**
 * A p99 of a fast server is that of the machine's own stalls: on a virtual machine it moves from block to block by half of itself and
 * more, where throughput moves by a tenth. What a p99 has to catch, a server that stalls, is a matter of times and not of per cent.
 */
const P99_SLACKS = 10;
/**
 * A yardstick's p99 is some tenths of a millisecond. One collection or stall of the machine more in a second makes it several times as much: whose
 * p99 seems to be less owes that to chance, and is not held to it.
 */
const P99_RATIO_MIN = 3;
const DIGITS = 3;
/** An absolute limit is promised, not measured. */
const CALIBRATED = ['throughputOfYardstickMin', 'p99OfYardstickMax'];

/**
 * @param {ComparisonOutcome[]} comparisons with the yardsticks, estimated
 * @param {number} slack share by which throughput may fall; p99 may rise by ten times as much
 * @returns {Calibrated}
 */
function limitsFrom(comparisons, slack) {
  const entries = comparisons.flatMap((comparison) => {
    const limits = limitsOf(comparison, slack);
    const { subject: stack, workload } = comparison;
    return Object.keys(limits).length > 0 ? [{ stack, workload, limits }] : [];
  });
  return { entries, left: [...new Set(comparisons.flatMap(whyLeft))] };
}

/**
 * One table that holds on every machine: of each metric the worst ratio that any of them has shown.
 *
 * @param {ComparisonOutcome[][]} machines what each of them has measured
 * @returns {ComparisonOutcome[]} one for each stack and workload
 */
function worstOf(machines) {
  /** @type {Map<string, ComparisonOutcome>} */
  const merged = new Map();
  for (const comparison of machines.flat()) {
    const place = `${comparison.subject} ${comparison.workload}`;
    const known = merged.get(place);
    merged.set(place, known === undefined ? comparison : worse(known, comparison));
  }
  return [...merged.values()];
}

/**
 * @param {ComparisonOutcome} one
 * @param {ComparisonOutcome} other of the same stack and workload
 * @returns {ComparisonOutcome}
 */
function worse(one, other) {
  const metrics = new Map(one.metrics.map((metric) => [metric.key, metric]));
  for (const metric of other.metrics) {
    const known = metrics.get(metric.key);
    if (known === undefined || isWorse(metric, known)) metrics.set(metric.key, metric);
  }
  return { ...one, faults: [...one.faults, ...other.faults], metrics: [...metrics.values()] };
}

/**
 * @param {MetricOutcome} metric
 * @param {MetricOutcome} known of the same key
 * @returns {boolean} what was not measured is no worse
 */
function isWorse({ key, measured }, { measured: known }) {
  if (measured === null || known === null) return known === null;
  return key === 'throughputOfYardstickMin' ? measured < known : measured > known;
}

/**
 * @param {ComparisonOutcome} comparison
 * @param {number} slack
 * @returns {Limits} none of what answered wrongly
 */
function limitsOf({ faults, metrics }, slack) {
  if (faults.length > 0) return {};
  const known = metrics
    .filter(({ key }) => CALIBRATED.includes(key))
    .flatMap(({ key, measured }) =>
      measured === null ? [] : [[key, rounded(limitOf(key, measured, slack))]],
    );
  return Object.fromEntries(known);
}

/**
 * @param {MetricOutcome['key']} key
 * @param {number} ratio
 * @param {number} slack
 */
function limitOf(key, ratio, slack) {
  return key === 'throughputOfYardstickMin'
    ? ratio * (1 - slack)
    : Math.max(P99_RATIO_MIN, ratio) * (1 + P99_SLACKS * slack);
}

/**
 * @param {ComparisonOutcome} comparison
 * @returns {string[]}
 */
function whyLeft({ subject, workload, faults, notMeasured, metrics }) {
  const untrusted = metrics.filter(({ measured }) => measured === null).map(untrustedText);
  const wrong = faults.slice(0, 1).map((fault) => `${subject} ${workload}: ${fault}`);
  return [...wrong, ...notMeasured, ...untrusted];
}

/** @param {MetricOutcome} metric */
function untrustedText({ name, leftOut }) {
  const reasons = Object.entries(leftOut).map(([why, times]) => `${why} (${times})`);
  return `${name}: ${reasons.join(', ') || 'no block was measured'}`;
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(DIGITS));
}

module.exports = { limitsFrom, worstOf };

/** The message of a comparison that does not hold: what, required, measured, and where to change it. One text for all callers. */
'use strict';

const { LIMIT_KINDS } = require('../thresholds/limits');
const { FILE } = require('../thresholds/load-thresholds');
const { figure } = require('./figures');

/**
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../measure/decision').MetricOutcome} MetricOutcome
 */

const DRIFTS = {
  slowsDown: { what: 'slows down', required: 'the same throughput for as long as it is loaded' },
  grows: { what: 'grows', required: 'memory that levels off' },
};
const SIDES = { min: 'below', max: 'above' };

/**
 * @param {ComparisonOutcome} comparison
 * @returns {string[]} a message for each thing that is wrong or open; none where it passed or was not judged
 */
function messagesOf(comparison) {
  const { subject, workload, verdict, faults, drifts, invalid, metrics } = comparison;
  const about = (/** @type {string} */ what) => `${subject} ${workload}: ${what}`;
  const of = (/** @type {MetricOutcome['verdict']} */ wanted) =>
    metrics.filter((metric) => metric.verdict === wanted);
  if (verdict === 'fail') {
    return [
      ...faults.map((fault) => lines(about('wrong under load'), 'every answer right', fault)),
      ...drifts.map(({ kind, what }) =>
        lines(about(DRIFTS[kind].what), DRIFTS[kind].required, what),
      ),
      ...of('fail').map((metric) => limitLines(about(passedIts(metric)), metric)),
    ];
  }
  if (verdict === 'invalid') {
    const required = 'a measurement that is to be trusted';
    return [lines(about('invalid, which is no pass'), required, String(invalid))];
  }
  return verdict === 'inconclusive'
    ? of('inconclusive').map((metric) => limitLines(about(isUndecided(metric)), metric))
    : [];
}

/**
 * @param {string} title
 * @param {string} required
 * @param {string} measured
 */
function lines(title, required, measured) {
  return `${title}\n  required  ${required}\n  measured  ${measured}`;
}

/**
 * @param {string} title
 * @param {MetricOutcome} metric
 */
function limitLines(title, metric) {
  const { key, limit, pointer } = metric;
  const sign = LIMIT_KINDS[key].sense === 'min' ? '>=' : '<=';
  const required = `${sign} ${limitFigure(key, limit)}${LIMIT_KINDS[key].unit}${pointer === '' ? '' : `   (${FILE} ${pointer})`}`;
  return lines(title, required, `   ${measuredText(metric)}`);
}

/** @param {MetricOutcome} metric */
function passedIts({ key }) {
  const { kind, sense } = LIMIT_KINDS[key];
  return `${kind} ${SIDES[sense]} ${isOfBase(key) ? "the base's" : 'its limit'}`;
}

/** @param {MetricOutcome} metric */
function isUndecided(metric) {
  const { kind } = LIMIT_KINDS[metric.key];
  return `${kind} undecided after ${blocksText(metric)}${seenText(metric)}`;
}

/**
 * @param {MetricOutcome} metric
 * @returns {string} of two revisions: the least change that would have failed; else nothing
 */
function seenText({ key, resolves }) {
  return !isOfBase(key) || resolves === null
    ? ''
    : `; ${limitFigure(key, resolves)} would have been seen`;
}

/**
 * @param {MetricOutcome} metric
 * @returns {string} of two revisions each pair of processes is one block
 */
function blocksText({ key, blocks }) {
  return `${blocks} ${isOfBase(key) ? 'pairs' : 'blocks'}`;
}

/** @param {MetricOutcome['key']} key */
function isOfBase(key) {
  return key === 'throughputOfBaseMin' || key === 'p99OfBaseMax';
}

/**
 * @param {MetricOutcome} metric
 * @returns {string} such as `0.081   (0.079 to 0.084, 14 blocks)`
 */
function measuredText(metric) {
  const { key, measured, interval } = metric;
  const within = intervalText(key, interval);
  const shown = measured === null ? 'nothing' : limitFigure(key, measured);
  return `${shown}   (${within === '' ? '' : `${within}, `}${blocksText(metric)})`;
}

/**
 * @param {MetricOutcome['key']} key
 * @param {MetricOutcome['interval']} interval
 * @returns {string} such as `0.079 to 0.084`; empty where neither end is known
 */
function intervalText(key, [least, most]) {
  if (least !== null && most !== null) {
    return `${limitFigure(key, least)} to ${limitFigure(key, most)}`;
  }
  if (least !== null) return `at least ${limitFigure(key, least)}`;
  return most === null ? '' : `at most ${limitFigure(key, most)}`;
}

/**
 * @param {MetricOutcome['key']} key
 * @param {number} value
 * @returns {string} shares with three decimals, so that they stand under one another
 */
function limitFigure(key, value) {
  return LIMIT_KINDS[key].relative ? value.toFixed(3) : figure(value);
}

module.exports = { seenText, messagesOf, intervalText, limitFigure };

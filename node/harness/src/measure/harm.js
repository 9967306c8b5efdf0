/** The harm of one block against a fixed limit: a log ratio, positive is worse, 0 is at the limit. */
'use strict';

const { LIMIT_KINDS } = require('../thresholds/limits');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../thresholds/limits').Limit} Limit
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 */

/** A p99 of fewer requests is little more than the largest values. */
const P99_REQUESTS_MIN = 2_000;

/**
 * @param {Limit} limit
 * @param {number} subject figure of the subject, greater than 0
 * @param {number} reference figure of the reference, greater than 0; 1 for a limit that is absolute
 * @returns {number}
 */
function harmOf({ key, value }, subject, reference) {
  const past = Math.log(subject / reference) - Math.log(value);
  // Written so that a figure at its limit is 0 and not -0.
  return LIMIT_KINDS[key].sense === 'max' ? past : 0 - past;
}

/**
 * @param {Limit} limit
 * @param {number} harm
 * @returns {number} the figure, in the limit's unit, that has this harm
 */
function figureAt({ key, value }, harm) {
  return value * Math.exp(LIMIT_KINDS[key].sense === 'max' ? harm : -harm);
}

/**
 * @param {Limit} limit
 * @param {Sample} sample
 * @returns {number} what the limit speaks of: requests a second, or milliseconds
 */
function figureOf({ key }, sample) {
  return LIMIT_KINDS[key].kind === 'throughput'
    ? sample.requestsPerSecond
    : Number(sample.latencyMicros.p99) / 1000;
}

/**
 * @param {SliceKind} kind
 * @param {Sample} sample
 * @returns {string | null} why the sample has no such figure
 */
function whyNoFigure(kind, { valid, latencyMicros }) {
  if (valid === 0) return 'nothing was answered in its window';
  if (kind === 'throughput') return null;
  return valid < P99_REQUESTS_MIN || latencyMicros.p99 === null
    ? `fewer than ${P99_REQUESTS_MIN.toLocaleString('en-US')} requests`
    : null;
}

module.exports = { harmOf, figureAt, figureOf, whyNoFigure, P99_REQUESTS_MIN };

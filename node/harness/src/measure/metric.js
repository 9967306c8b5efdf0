/** A metric: throughput or p99 of one stack on one workload, held against one limit. */
'use strict';

const { LIMIT_KINDS, metricName } = require('../thresholds/limits');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../thresholds/limits').Limit} Limit
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 */

/**
 * @typedef {object} Metric
 * @property {string} name such as `node/express hash.throughput`
 * @property {SliceKind} kind of the slices that it is measured in
 * @property {boolean} isRelative whether it is divided by what the reference did in the same block
 * @property {boolean} isJudged else it is estimated: so many blocks are measured as the plan says, and there is no verdict
 * @property {number} blocksMax where the plan wants fewer blocks of it than of others; else Infinity
 * @property {number} passBelow a harm, counted from the limit: what is better for certain passes
 * @property {number} pairDeviation of a metric of two revisions: how far pairs of equal code lie apart; else 0
 * @property {number} passDeviation of what is held against a fixed limit: by how much one block of a process differs from the next; else that
 *   of pairs
 * @property {string | null} [whyNot] why it is left to another run
 * @property {Limit} limit of an estimate 1, so that its harm is the log ratio itself
 */

/** A p99 of fewer requests is little more than the largest values. */
const P99_REQUESTS_MIN = 2_000;
/**
 * How far the blocks of one process lie apart (standard deviation of the log ratio), as known beforehand. Limits lie several of these off, so that
 * a few blocks suffice for a pass; where blocks are seen to differ by more, that counts.
 */
const BLOCK_DEVIATION = { throughput: 0.3, p99: 0.9 };

/**
 * @param {string} subject
 * @param {string} workload
 * @param {Limit} limit
 * @param {Partial<Pick<Metric, 'isJudged' | 'blocksMax' | 'passBelow' | 'pairDeviation'>>} [how]
 * @returns {Metric}
 */
function metricOf(subject, workload, limit, how = {}) {
  const { isJudged = true, blocksMax = Infinity, passBelow = 0, pairDeviation = 0 } = how;
  const { kind, relative: isRelative } = LIMIT_KINDS[limit.key];
  const name = metricName(subject, workload, limit.key);
  const isFixed = isJudged && passBelow === 0;
  const passDeviation = isFixed ? BLOCK_DEVIATION[kind] : pairDeviation;
  return {
    name,
    kind,
    isRelative,
    isJudged,
    blocksMax,
    limit,
    passBelow,
    pairDeviation,
    passDeviation,
  };
}

/**
 * The harm of one block: a log ratio, positive is worse, 0 is at the limit.
 *
 * @param {Limit} limit
 * @param {number} subject its figure, greater than 0
 * @param {number} reference its figure, greater than 0; 1 for a limit that is absolute
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
 * @param {[number | null, number | null]} harms the lesser first
 * @returns {[number | null, number | null]} figures, the lesser first
 */
function figuresAt(limit, [least, most]) {
  const figure = (/** @type {number | null} */ harm) =>
    harm === null ? null : figureAt(limit, harm);
  return LIMIT_KINDS[limit.key].sense === 'max'
    ? [figure(least), figure(most)]
    : [figure(most), figure(least)];
}

/**
 * @param {SliceKind} kind
 * @param {Sample} sample
 * @returns {number} what a limit of the kind speaks of: requests a second, or milliseconds
 */
function figureOf(kind, sample) {
  return kind === 'throughput' ? sample.requestsPerSecond : Number(sample.latencyMicros.p99) / 1000;
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

module.exports = {
  P99_REQUESTS_MIN,
  metricOf,
  harmOf,
  figureAt,
  figuresAt,
  figureOf,
  whyNoFigure,
};

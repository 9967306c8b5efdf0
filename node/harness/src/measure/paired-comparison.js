/** One comparison of two revisions: each pair of fresh processes gives one harm of a metric, the median of its slices. */
'use strict';

const { deviationOf, median } = require('../judge/evidence');
const { Comparison } = require('./comparison');
const { decisionOf } = require('./decision');
const { seriesOf } = require('./series');

/**
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./decision').Decision} Decision
 * @typedef {import('./metric').Metric} Metric
 * @typedef {import('./series').Series} Series
 */

/**
 * So many blocks are taken of each pair. A pair is what the judge counts, since two processes of equal code differ for as long as
 * they live; its blocks make what it says less noisy.
 *
 * @type {Record<SliceKind, number>}
 */
const BLOCKS_OF_PAIR = { throughput: 6, p99: 6 };
/**
 * And so many at most, while they leave the pair's median in doubt by more than ERROR_MAX (a log ratio): where blocks are noisy and a pair is
 * dear to warm, as on the JVM, a few more say as much as another pair.
 *
 * @type {Record<SliceKind, number>}
 */
const BLOCKS_MAX = { throughput: 18, p99: 12 };
/** @type {Record<SliceKind, number>} */
const ERROR_MAX = { throughput: 0.02, p99: 0.1 };
/** Of a normal distribution: what a median's standard error is of a mean's. */
const OF_MEAN_ERROR = 1.2533;
/** A pair of which fewer are to be trusted says nothing. */
const TRUSTED_SHARE_MIN = 0.5;
/** So many tell by which rate a p99 is to be measured, where nothing else is asked. */
const BLOCKS_FOR_RATE = 2;

class PairedComparison extends Comparison {
  /** @type {string | null} */
  #whyNoRate = null;
  /** @type {string | null} */
  #whyNoBase = null;

  /**
   * @param {number} process
   * @returns {boolean} whether a pair of fresh processes may change what is found
   */
  isOpen(process) {
    return this.needs('throughput', process) || this.needs('p99', process);
  }

  /**
   * What is decided by the pairs before is measured no more: which metric is measured depends on the past alone.
   *
   * @param {SliceKind} kind
   * @param {number} process
   * @returns {boolean}
   */
  needs(kind, process) {
    if (this.faults.length > 0) return false;
    const blocks = this.blocksOfSet(process, kind).length;
    const wanted = this.#wanted(kind, process);
    if (blocks < wanted) return true;
    const isForVerdict = wanted === BLOCKS_OF_PAIR[kind];
    return isForVerdict && blocks < BLOCKS_MAX[kind] && this.#isInDoubt(kind, process);
  }

  /**
   * @param {SliceKind} kind
   * @param {number} process
   */
  isSuspect(kind, process) {
    return this.#decisions(kind, process).some(
      ({ isSuspect, isDecided }) => isSuspect && !isDecided,
    );
  }

  /** @returns {string[]} none: every pair is of fresh processes */
  alarms() {
    return [];
  }

  /**
   * The next pair may have one.
   *
   * @param {string} reason
   */
  hasNoRate(reason) {
    this.#whyNoRate = reason;
  }

  /**
   * Base could not be measured, so nothing is known of head, which may be what mends it.
   *
   * @param {string} reason
   */
  hasNoReference(reason) {
    super.hasNoReference(reason);
    this.#whyNoBase = reason;
  }

  /** @returns {import('./comparison').ComparisonOutcome} */
  outcome() {
    const isMeasured = this.sets.some((process) => this.blocksOfSet(process, 'p99').length > 0);
    if (this.#whyNoRate !== null && !isMeasured) this.leaveUnmeasured('p99', this.#whyNoRate);
    const outcome = super.outcome();
    if (this.#whyNoBase === null || outcome.verdict !== null) return outcome;
    return { ...outcome, verdict: 'invalid', invalid: this.#whyNoBase, notJudged: null };
  }

  /** @param {Metric} metric */
  standing(metric) {
    return { decision: this.#decision(metric, this.sets.length), isAlarming: false, earlier: [] };
  }

  /**
   * How far its blocks lie apart tells nothing of where they lie, so that going on for it favours neither verdict.
   *
   * @param {SliceKind} kind
   * @param {number} process
   * @returns {boolean} whether more blocks of the pair are worth their time
   */
  #isInDoubt(kind, process) {
    const blocks = this.blocksOfSet(process, kind);
    return this.measured
      .filter((metric) => metric.kind === kind)
      .some((metric) => errorOf(seriesOf(metric, blocks).harms) > ERROR_MAX[kind]);
  }

  /**
   * @param {SliceKind} kind
   * @param {number} process
   * @returns {number} how many blocks this pair is to give at least
   */
  #wanted(kind, process) {
    if (this.#isUndecided(kind, process - 1)) return BLOCKS_OF_PAIR[kind];
    return kind === 'throughput' && this.#isUndecided('p99', process - 1) ? BLOCKS_FOR_RATE : 0;
  }

  /**
   * @param {SliceKind} kind
   * @param {number} pairs that are looked at
   */
  #isUndecided(kind, pairs) {
    return this.#decisions(kind, pairs).some(({ isDecided }) => !isDecided);
  }

  /**
   * @param {SliceKind} kind
   * @param {number} pairs
   * @returns {Decision[]}
   */
  #decisions(kind, pairs) {
    const own = this.measured.filter((metric) => metric.kind === kind);
    return own.map((metric) => this.#decision(metric, pairs));
  }

  /**
   * @param {Metric} metric
   * @param {number} pairs that are looked at, from the first on
   * @returns {Decision}
   */
  #decision(metric, pairs) {
    /** @type {Series} */
    const series = { harms: [], leftOut: [], compilerShares: [] };
    for (let process = 1; process <= pairs; process++) {
      addPair(series, seriesOf(metric, this.blocksOfSet(process, metric.kind)));
    }
    return decisionOf(metric, series, this.rates, 1);
  }
}

/**
 * @param {number[]} harms of one pair
 * @returns {number} the standard error of their median, as a few that are far out do not change it; 0 of none
 */
function errorOf(harms) {
  if (harms.length === 0) return 0;
  return (OF_MEAN_ERROR * deviationOf(harms)) / Math.sqrt(harms.length);
}

/**
 * @param {Series} series of pairs, is added to
 * @param {Series} pair block by block; it may have none of the metric
 */
function addPair(series, { harms, leftOut, compilerShares }) {
  const blocks = harms.length + leftOut.length;
  if (blocks === 0) return;
  if (harms.length < TRUSTED_SHARE_MIN * blocks) {
    series.leftOut.push(leftOut[0]);
    return;
  }
  series.harms.push(median(harms));
  if (compilerShares.length > 0) series.compilerShares.push(median(compilerShares));
}

module.exports = { BLOCKS_OF_PAIR, PairedComparison };

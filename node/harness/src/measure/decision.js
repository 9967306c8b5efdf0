/** What is decided of one metric: by the harms of one set of processes, and by all sets that were asked about it. */
'use strict';

const { evidenceOf, intervalEnd, median, nextScale } = require('../judge/evidence');
const { whyStillCompiling } = require('./drift');
const { isStolen } = require('./invalid');
const { figureAt, figuresAt } = require('./metric');

/**
 * @typedef {import('./metric').Metric} Metric
 * @typedef {import('./series').Series} Series
 * @typedef {'pass' | 'fail' | 'inconclusive' | 'invalid'} Verdict
 */

/**
 * @typedef {object} ErrorRates how sure a run must be, of how many metrics
 * @property {number} alpha rate of false alarms of the whole run
 * @property {number} beta rate of passes of what is at its limit
 * @property {number} minBlocks
 * @property {number} maxBlocks that count
 * @property {number} metrics of the whole run
 */

/**
 * What one set of processes says of a metric.
 *
 * @typedef {object} Decision
 * @property {number} process which set
 * @property {Series} series
 * @property {Verdict} verdict
 * @property {boolean} isDecided whether more blocks would change nothing, or may not be had
 * @property {boolean} isAlarmed whether its evidence for harm, taken alone, would fail a run
 * @property {boolean} isSuspect whether what was seen speaks rather for harm than against it
 * @property {string | null} whyCompiling why it is not failed, though it was worse than its limit
 * @property {number} failEvidence
 * @property {number} passEvidence
 * @property {number[]} scales of the bets
 */

/**
 * What is said of a metric in a report. Figures are in the limit's unit.
 *
 * @typedef {object} MetricOutcome
 * @property {string} name such as `node/express hash.throughput`
 * @property {import('../thresholds/limits').LimitKey} key
 * @property {number} limit
 * @property {string} pointer where the limit stands in thresholds.json; empty for one that does not stand there
 * @property {Verdict | null} verdict null for an estimate
 * @property {number | null} measured the median; null without a valid block, and for an estimate of which most blocks are not
 * @property {number[]} earlier what earlier processes measured: each was alarming, and fresh ones were asked again
 * @property {[number | null, number | null]} interval what neither side rejects at 1 / max(alpha, beta)
 * @property {number} blocks that were valid
 * @property {Record<string, number>} leftOut how many blocks were not, by reason
 * @property {number} failEvidence
 * @property {number} passEvidence
 * @property {number | null} resolves of a metric of two revisions that is inconclusive: the least figure past the limit that would have failed; else null
 */

/** Harms (log ratios) from half a per cent to three times as slow. */
const RESOLUTIONS = Array.from({ length: 220 }, (_, at) => (at + 1) * 0.005);
/** With the arm that it is of, where it is the reference's, and without its figures. */
const REASON = /^((?:\S+\/\S+: )?[^:]+): .*$/s;
/** From so many blocks on, a metric of which most are invalid is given up; but what others have of the CPU may pass. */
const INVALID_BLOCKS_MIN = 8;
/** So many that are left out for one that counts: then what is left is chance. On a noisy machine every second block is left out. */
const LEFT_OUT_FOR_ONE_MAX = 3;

/**
 * So many sets of processes are asked of what is alarming, the first included. A JVM comes to another state in each process and stays there: were
 * one in ten so much slower that it alarms, three of them would be so in one run of a thousand.
 */
const SETS_MAX = 3;

/**
 * How many metrics share the false alarms. Fresh processes are only asked about what was alarming, which in unchanged code happens by
 * chance to one metric in 1 / alpha: they need not convince for all others again. (For each of M metrics an alarm has a chance of alpha at most, and
 * each of the two sets that follow one of alpha / sharers: together M * alpha * 2 * alpha / sharers, which is no more than alpha.)
 *
 * @param {ErrorRates} rates
 * @param {number} process which set of processes, from 1 on
 */
function sharersOf({ alpha, metrics }, process) {
  return process === 1 ? metrics : Math.max(1, Math.ceil(metrics * alpha * (SETS_MAX - 1)));
}

/**
 * What is decided stays decided, at whichever block one looks (Vovk & Wang 2021): a metric that has passed has
 * passed, and evidence that alone lifts the mean over all that share the false alarms to 1 / alpha names this one.
 *
 * @param {Metric} metric
 * @param {Series} series
 * @param {ErrorRates} rates
 * @param {number} process which set of processes
 * @returns {Decision}
 */
function decisionOf(metric, series, rates, process) {
  const { alpha, beta } = rates;
  const fail = evidenceOf(0, 1, metric.pairDeviation);
  const pass = evidenceOf(metric.passBelow, -1, metric.passDeviation);
  /** @type {number[]} */
  const scales = [];
  let hasAlarmed = false;
  let hasFailed = false;
  let hasPassed = false;
  for (const [at, harm] of series.harms.entries()) {
    const scale = nextScale(series.harms.slice(0, at));
    fail.add(harm, scale);
    pass.add(harm, scale);
    scales.push(scale);
    hasAlarmed ||= fail.value >= 1 / alpha;
    hasFailed ||= fail.value / sharersOf(rates, process) >= 1 / alpha;
    hasPassed ||= pass.value >= 1 / beta;
  }
  const isFailing = metric.isJudged && hasFailed;
  const whyCompiling = isFailing ? whyStillCompiling(series.compilerShares) : null;
  return {
    process,
    series,
    scales,
    whyCompiling,
    verdict: verdictOf({ hasFailed, hasPassed, whyCompiling }, series),
    isDecided: isDecided(metric, series, rates, hasFailed || hasPassed),
    isAlarmed: hasAlarmed,
    isSuspect: fail.value > pass.value,
    failEvidence: fail.value,
    passEvidence: pass.value,
  };
}

/**
 * @param {{ hasFailed: boolean, hasPassed: boolean, whyCompiling: string | null }} seen
 * @param {Series} series
 * @returns {Verdict}
 */
function verdictOf({ hasFailed, hasPassed, whyCompiling }, series) {
  if (hasFailed) return whyCompiling === null ? 'fail' : 'invalid';
  if (isTooMany(series.leftOut, series)) return 'invalid';
  return hasPassed ? 'pass' : 'inconclusive';
}

/**
 * @param {Metric} metric
 * @param {Series} series
 * @param {ErrorRates} rates
 * @param {boolean} isPlain whether its evidence suffices
 */
function isDecided({ isJudged, blocksMax }, series, rates, isPlain) {
  const maxBlocks = Math.min(rates.maxBlocks, blocksMax);
  const minBlocks = Math.min(rates.minBlocks, maxBlocks);
  const blocks = blocksIn(series);
  // A block that is left out is taken again, unless too many are: what others have of the CPU is not to use up the budget.
  const isHopeless = blocks >= maxBlocks && isTooMany(series.leftOut, series);
  if (series.harms.length >= maxBlocks || isHopeless) return true;
  const lasting = series.leftOut.filter((reason) => !isStolen(reason));
  const isGivenUp = blocks >= INVALID_BLOCKS_MIN && isTooMany(lasting, series);
  return blocks >= minBlocks && (isGivenUp || (isJudged && isPlain));
}

/**
 * @param {string[]} leftOut
 * @param {Series} series
 */
function isTooMany(leftOut, { harms }) {
  return leftOut.length > LEFT_OUT_FOR_ONE_MAX * harms.length;
}

/** @param {Series} series */
function blocksIn({ harms, leftOut }) {
  return harms.length + leftOut.length;
}

/**
 * Blocks of one process cannot show that a JVM comes to another state in each: what is alarming is asked of fresh ones, and
 * again where they give no answer.
 *
 * @typedef {object} Standing
 * @property {Decision} decision what counts
 * @property {boolean} isAlarming whether fresh processes are to be asked
 * @property {Decision[]} earlier what was alarming before it
 */

/**
 * @param {Decision[]} decisions of each set of processes that was asked, in order; at least one
 * @returns {Standing}
 */
function standingOf(decisions) {
  /** @type {Decision[]} */
  let before = [];
  for (const decision of decisions.slice(0, -1)) {
    if (!isMute(decision)) before = [...before, decision];
  }
  const last = /** @type {Decision} */ (decisions.at(-1));
  if (!isMute(last)) {
    return {
      decision: last,
      isAlarming: last.isAlarmed && last.verdict !== 'pass',
      earlier: before,
    };
  }
  const isAlarming = before.length > 0 || last.whyCompiling !== null;
  // Where the last processes say nothing, and two sets before them had agreed, what those say stands.
  if (before.length < 2) return { decision: last, isAlarming, earlier: before };
  return { decision: before[before.length - 1], isAlarming, earlier: before.slice(0, -1) };
}

/**
 * Fresh processes that lean towards what was alarming, and not far enough, neither confirm it nor take it back.
 *
 * @param {Decision} decision
 */
function isMute({ verdict, process, isAlarmed, isSuspect }) {
  if (verdict === 'invalid') return true;
  return process > 1 && verdict === 'inconclusive' && !isAlarmed && isSuspect;
}

/**
 * @param {Metric} metric
 * @param {Standing} standing
 * @param {ErrorRates} rates
 * @returns {MetricOutcome}
 */
function metricOutcome(metric, { decision, earlier }, rates) {
  const { name, limit, isJudged, passBelow, pairDeviation, passDeviation } = metric;
  const { series, scales, verdict, failEvidence, passEvidence } = decision;
  const { harms, leftOut } = series;
  const isTrusted = harms.length > 0 && (isJudged || verdict !== 'invalid');
  const level = 1 / Math.max(rates.alpha, rates.beta);
  const ends = [
    intervalEnd(harms, scales, level, 1, pairDeviation),
    intervalEnd(harms, scales, level, -1, passDeviation),
  ];
  return {
    name,
    key: limit.key,
    limit: limit.value,
    pointer: limit.pointer,
    verdict: isJudged ? verdict : null,
    measured: isTrusted ? figureAt(limit, median(harms)) : null,
    earlier: earlier.map((each) => figureAt(limit, median(each.series.harms))),
    interval: figuresAt(limit, /** @type {[number | null, number | null]} */ (ends)),
    blocks: harms.length,
    leftOut: countedReasons(leftOut),
    failEvidence,
    passEvidence,
    resolves:
      passBelow > 0 && verdict === 'inconclusive' ? resolutionOf(metric, series, rates) : null,
  };
}

/**
 * @param {Metric} metric
 * @param {Series} series
 * @param {ErrorRates} rates
 * @returns {number | null} the figure that would have failed, had all blocks been worse by as much; null where none would
 */
function resolutionOf({ limit, pairDeviation }, { harms }, rates) {
  if (harms.length === 0) return null;
  const centre = median(harms);
  const least = RESOLUTIONS.find((harm) =>
    wouldFail(
      harms.map((each) => each - centre + harm),
      pairDeviation,
      rates,
    ),
  );
  return least === undefined ? null : figureAt(limit, least);
}

/**
 * @param {number[]} harms
 * @param {number} pairDeviation
 * @param {ErrorRates} rates
 */
function wouldFail(harms, pairDeviation, { alpha, metrics }) {
  const fail = evidenceOf(0, 1, pairDeviation);
  return harms.some((harm, at) => {
    fail.add(harm, nextScale(harms.slice(0, at)));
    return fail.value / metrics >= 1 / alpha;
  });
}

/**
 * @param {string[]} reasons whose figures after the colon differ from block to block
 * @returns {Record<string, number>}
 */
function countedReasons(reasons) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const reason of reasons) {
    const [, kind] = REASON.exec(reason) ?? [null, reason];
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

module.exports = { SETS_MAX, decisionOf, standingOf, metricOutcome, blocksIn };

/** What a run is found to be: the verdict of each comparison, and of all together. */
'use strict';

const { judge } = require('../judge/judge');
const { limitsOf } = require('../thresholds/limits');
const { Comparison } = require('./comparison');
const { metricOf } = require('./metric');
const { PairedComparison } = require('./paired-comparison');
const { ServerDrift, driftName } = require('./server-drift');

/**
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {import('./comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('./decision').ErrorRates} ErrorRates
 * @typedef {import('./decision').Verdict} Verdict
 * @typedef {import('./metric').Metric} Metric
 * @typedef {import('./records').Place} Place
 * @typedef {import('./records').Records} Records
 */

/**
 * @typedef {object} RunOutcome
 * @property {Verdict | null} verdict null where nothing was judged
 * @property {string[]} culprits metrics that are named, sorted
 * @property {number} falseAlarm alpha of the run
 * @property {number} missed beta
 * @property {number} maxBlocks
 * @property {ComparisonOutcome[]} comparisons
 */

class Verdicts {
  /**
   * @param {{ place: Place, metrics: Metric[] }[]} comparisons
   * @param {Thresholds['gate']} gate
   * @param {Records} records
   * @param {{ isPaired?: boolean }} [how] paired: each set of processes is one block of the judge
   */
  constructor(comparisons, gate, records, { isPaired = false } = {}) {
    const judged = comparisons.flatMap(({ metrics }) => metrics).filter(({ isJudged }) => isJudged);
    const { falseAlarm: alpha, missed: beta, minBlocks = 1, maxBlocks } = gate;
    this.rates = { alpha, beta, minBlocks, maxBlocks, metrics: judged.length };
    const Kind = isPaired ? PairedComparison : Comparison;
    // A pair lives too shortly to drift, and base may do the same.
    const drifts = driftsByServer(isPaired ? [] : comparisons, records);
    const none = new ServerDrift([], records);
    this.comparisons = comparisons.map(
      ({ place, metrics }) =>
        new Kind(place, metrics, this.rates, records, drifts.get(serverOf(place)) ?? none),
    );
  }

  /** @returns {RunOutcome} */
  outcome() {
    const { alpha, beta, maxBlocks } = this.rates;
    const comparisons = this.comparisons.map((comparison) => comparison.outcome());
    const { culprits, isFailed } = this.#together();
    return {
      verdict: verdictOf(comparisons, isFailed),
      culprits: [...new Set([...comparisons.flatMap(namedIn), ...culprits])].sort(),
      falseAlarm: alpha,
      missed: beta,
      maxBlocks,
      comparisons,
    };
  }

  /**
   * The harms of the whole run together: evidence that is spread over many metrics, none of which can be named,
   * fails a run too.
   */
  #together() {
    const { alpha, beta, maxBlocks } = this.rates;
    const all = this.comparisons.flatMap((comparison) =>
      comparison.metrics
        .filter(({ isJudged }) => isJudged)
        .map((metric) => {
          const { verdict, series } = comparison.standing(metric).decision;
          const { pairDeviation } = metric;
          // What is not to be trusted is no evidence, and still one of the metrics.
          const harms = verdict === 'invalid' ? [] : series.harms;
          return [metric.name, { failAbove: 0, passBelow: 0, harms, pairDeviation }];
        }),
    );
    if (all.length === 0) return { culprits: [], isFailed: false };
    const judged = judge({ alpha, beta, maxBlocks, metrics: Object.fromEntries(all) });
    return { culprits: judged.culprits, isFailed: judged.verdict === 'fail' };
  }
}

/**
 * @param {{ place: Place, metrics: Metric[] }[]} comparisons
 * @param {Records} records
 * @returns {Map<string, ServerDrift>} of what is judged, by server
 */
function driftsByServer(comparisons, records) {
  /** @type {Map<string, { place: Place, metrics: Metric[] }[]>} */
  const watched = new Map();
  for (const each of comparisons) {
    if (!each.metrics.some(({ isJudged }) => isJudged)) continue;
    const server = serverOf(each.place);
    watched.set(server, [...(watched.get(server) ?? []), each]);
  }
  return new Map([...watched].map(([server, own]) => [server, new ServerDrift(own, records)]));
}

/** @param {Place} place */
function serverOf({ group, subject }) {
  return `${group} ${subject}`;
}

/**
 * @param {ComparisonOutcome} comparison
 * @returns {string[]} what of it is to blame
 */
function namedIn({ subject, workload, metrics, drifts }) {
  return [
    ...metrics.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name),
    ...drifts.map(({ kind }) => driftName(subject, workload, kind)),
  ];
}

/**
 * @param {ComparisonOutcome[]} comparisons
 * @param {boolean} isFailed whether the evidence of all together fails the run
 * @returns {Verdict | null}
 */
function verdictOf(comparisons, isFailed) {
  if (isFailed) return 'fail';
  const verdicts = comparisons.map(({ verdict }) => verdict);
  const worst = /** @type {const} */ (['fail', 'invalid', 'inconclusive', 'pass']).find((each) =>
    verdicts.includes(each),
  );
  return worst ?? null;
}

/**
 * @param {Records} records of a whole run against yardsticks
 * @param {Thresholds} thresholds
 * @returns {RunOutcome}
 */
function judgeRecords(records, thresholds) {
  const places = [...records.places].sort((a, b) => a.subject.localeCompare(b.subject));
  const comparisons = places.map((place) => {
    const { subject, workload } = place;
    const limits = limitsOf(thresholds, subject, workload);
    return { place, metrics: limits.map((limit) => metricOf(subject, workload, limit)) };
  });
  const verdicts = new Verdicts(comparisons, thresholds.gate, records);
  for (const comparison of verdicts.comparisons) {
    const kinds = records.blocksOf(comparison.place).map(({ subject }) => subject.kind);
    if (!kinds.includes('p99')) {
      comparison.leaveUnmeasured('p99', 'the run has no slices of it');
    }
  }
  return verdicts.outcome();
}

module.exports = { Verdicts, judgeRecords };

'use strict';
// The judge: reads harms block by block and says pass, fail or inconclusive, with a bounded rate of false alarms
// however often it looks. Sources: Waudby-Smith & Ramdas (arXiv 2010.09686) for the evidence of one metric;
// Vovk & Wang, E-values (Annals of Statistics 2021) for the mean over metrics, valid under any dependence.

const { evidenceOf, intervalEnd, median, nextScale } = require('./evidence');

/**
 * @typedef {object} RecordedMetric
 * @property {number} failAbove theta0, a harm (log ratio): FAIL tests "harm <= failAbove"
 * @property {number} passBelow theta1, a harm (log ratio): PASS tests "harm >= passBelow"
 * @property {number[]} harms one a block, positive is worse
 * @property {number} [pairDeviation] where a block is a pair of processes: the standard deviation of the harms of equal code, as far as it is known beforehand
 *
 * @typedef {object} Recorded
 * @property {number} alpha rate of false alarms for the whole run
 * @property {number} beta rate of passes of what is harmed by passBelow
 * @property {number} maxBlocks block budget
 * @property {Record<string, RecordedMetric>} metrics at least one
 *
 * @typedef {'pass' | 'fail' | 'inconclusive'} JudgedVerdict
 *
 * @typedef {object} JudgedMetric
 * @property {JudgedVerdict} verdict
 * @property {number} failEvidence E
 * @property {number} passEvidence P
 * @property {number | null} estimate median harm; null without a block
 * @property {[number | null, number | null]} interval harms that neither side rejects at 2/alpha
 *
 * @typedef {object} Judged
 * @property {JudgedVerdict} verdict
 * @property {number} blocks how many were read
 * @property {string[]} culprits metrics that the fail is named after, sorted
 * @property {Record<string, JudgedMetric>} metrics
 */

/** One metric while its blocks are read. */
class MetricTrial {
  /**
   * @param {string} name
   * @param {RecordedMetric} metric
   */
  constructor(name, metric) {
    this.name = name;
    this.recorded = metric.harms;
    /** @type {number[]} */
    this.harms = [];
    /** @type {number[]} */
    this.scales = [];
    this.pairDeviation = metric.pairDeviation;
    this.fail = evidenceOf(metric.failAbove, 1, metric.pairDeviation);
    this.pass = evidenceOf(metric.passBelow, -1, metric.pairDeviation);
    this.passed = false;
  }

  get hasNext() {
    return this.harms.length < this.recorded.length;
  }

  /** @param {number} beta */
  readBlock(beta) {
    if (!this.hasNext) return;
    const harm = this.recorded[this.harms.length];
    const scale = nextScale(this.harms);
    this.fail.add(harm, scale);
    this.pass.add(harm, scale);
    this.harms.push(harm);
    this.scales.push(scale);
    this.passed ||= this.pass.value >= 1 / beta;
  }
}

/**
 * Judges recorded harms. A pure function of its input.
 * @param {Recorded} recorded
 * @returns {Judged}
 */
function judge(recorded) {
  const { verdict, blocks, trials } = deliberate(recorded);
  const culprits = verdict === 'fail' ? culpritsOf(trials, recorded.alpha) : [];
  return {
    verdict,
    blocks,
    culprits,
    metrics: Object.fromEntries(
      trials.map((trial) => [trial.name, judgedMetric(trial, culprits, recorded.alpha)]),
    ),
  };
}

/**
 * Reads blocks until there is a verdict, without working out estimates and intervals.
 * @param {Recorded} recorded
 * @returns {{verdict: JudgedVerdict, blocks: number, trials: MetricTrial[]}}
 */
function deliberate(recorded) {
  const trials = Object.entries(recorded.metrics).map(([name, m]) => new MetricTrial(name, m));
  /** @type {JudgedVerdict} */
  let verdict = 'inconclusive';
  let blocks = 0;
  while (
    verdict === 'inconclusive' &&
    blocks < recorded.maxBlocks &&
    trials.some((trial) => trial.hasNext)
  ) {
    blocks++;
    for (const trial of trials) trial.readBlock(recorded.beta);
    verdict = verdictOf(trials, recorded.alpha);
  }
  return { verdict, blocks, trials };
}

/**
 * @param {MetricTrial[]} trials
 * @param {number} alpha
 * @returns {JudgedVerdict}
 */
function verdictOf(trials, alpha) {
  const total = trials.reduce((sum, trial) => sum + trial.fail.value, 0);
  if (total / trials.length >= 1 / alpha) return 'fail';
  return trials.every((trial) => trial.passed) ? 'pass' : 'inconclusive';
}

/**
 * The metrics that are to blame whichever others are looked at with them: closed testing over all subsets, of which
 * the least convincing is always the metric with the j least convincing others (Vovk & Wang, section 5).
 * @param {MetricTrial[]} trials
 * @param {number} alpha
 */
function culpritsOf(trials, alpha) {
  const ascending = [...trials].sort((a, b) => a.fail.value - b.fail.value);
  return trials
    .filter((trial) => {
      let sum = trial.fail.value;
      let least = sum;
      ascending
        .filter((other) => other !== trial)
        .forEach((other, j) => {
          sum += other.fail.value;
          least = Math.min(least, sum / (j + 2));
        });
      return least >= 1 / alpha;
    })
    .map((trial) => trial.name)
    .sort();
}

/**
 * @param {MetricTrial} trial
 * @param {string[]} culprits
 * @param {number} alpha
 * @returns {JudgedMetric}
 */
function judgedMetric(trial, culprits, alpha) {
  const { harms, scales, pairDeviation } = trial;
  const level = 2 / alpha;
  return {
    verdict: culprits.includes(trial.name) ? 'fail' : trial.passed ? 'pass' : 'inconclusive',
    failEvidence: trial.fail.value,
    passEvidence: trial.pass.value,
    estimate: harms.length === 0 ? null : median(harms),
    interval: [
      intervalEnd(harms, scales, level, 1, pairDeviation),
      intervalEnd(harms, scales, level, -1, pairDeviation),
    ],
  };
}

module.exports = { deliberate, judge };

/** One comparison while its blocks come in: what else has to be measured, what is alarming, and the verdict. */
'use strict';

const { decisionOf, metricOutcome, standingOf } = require('./decision');
const { faultsIn, hasRightAnswers } = require('./faults');
const { figuresOf } = require('./figures');
const { seriesOf } = require('./series');

/**
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./runtime-figures').RuntimeFigures} RuntimeFigures
 * @typedef {import('./decision').Decision} Decision
 * @typedef {import('./decision').ErrorRates} ErrorRates
 * @typedef {import('./decision').MetricOutcome} MetricOutcome
 * @typedef {import('./decision').Standing} Standing
 * @typedef {import('./decision').Verdict} Verdict
 * @typedef {import('./drift').Drift} Drift
 * @typedef {import('./figures').Figures} Figures
 * @typedef {import('./metric').Metric} Metric
 * @typedef {import('./records').Block} Block
 * @typedef {import('./records').Place} Place
 * @typedef {import('./records').Records} Records
 * @typedef {import('./server-drift').ServerDrift} ServerDrift
 */

/**
 * What is said of a comparison in a report.
 *
 * @typedef {object} ComparisonOutcome
 * @property {string} subject
 * @property {string | null} reference what it was held against; null where there was none
 * @property {string} workload
 * @property {Verdict | null} verdict null where it was not judged
 * @property {string | null} notJudged why not
 * @property {string[]} faults what fails it whatever its speed: errors under load, an end, answers from memory
 * @property {Pick<Drift, 'kind' | 'what'>[]} drifts what fresh processes have confirmed: its server slows down or grows, and most plainly here
 * @property {string | null} invalid why the measurement is not to be trusted
 * @property {MetricOutcome[]} metrics
 * @property {string[]} notMeasured metrics that were not measured, with the reason
 * @property {{ subject: Figures | null, reference: Figures | null }} figures
 */

/** So many blocks of throughput are taken of what nothing is asked of: its figures are shown, and a rate for p99 is known. */
const SHOWN_BLOCKS = 3;
/** A block of p99 lasts a second: a stall that comes every other second is to be seen. */
const P99_BLOCKS = 4;
const NO_LIMITS = 'thresholds.json has no limits for it';
const NOT_MEASURED = 'no limit of it was measured';

class Comparison {
  /** @type {Map<string, string>} Why metrics are not measured, by their name. */
  #unmeasured = new Map();
  /** @type {string | null} */
  #whyNot = null;
  /** @type {string[]} What the subject did wrong besides its slices. */
  #problems = [];
  /** @type {RuntimeFigures | undefined} */
  #runtime;

  /**
   * @param {Place} place
   * @param {Metric[]} metrics
   * @param {ErrorRates} rates
   * @param {Records} records of the run
   * @param {ServerDrift} drift of its server, on all workloads
   */
  constructor(place, metrics, rates, records, drift) {
    this.place = place;
    this.subject = place.subject;
    this.workload = place.workload;
    this.metrics = metrics;
    this.rates = rates;
    this.records = records;
    this.drift = drift;
    for (const { name, whyNot } of metrics) if (whyNot) this.#unmeasured.set(name, whyNot);
  }

  /**
   * @param {SliceKind} kind
   * @param {string} reason why nothing of the kind is measured in this run
   */
  leaveUnmeasured(kind, reason) {
    const own = this.metrics.filter((metric) => metric.kind === kind);
    for (const { name } of own) this.#unmeasured.set(name, reason);
  }

  /** @param {string} reason why a set of processes cannot measure its p99 */
  hasNoRate(reason) {
    this.leaveUnmeasured('p99', reason);
  }

  /** @param {string} reason why it cannot be measured here at all */
  leaveAll(reason) {
    this.#whyNot = reason;
    for (const kind of /** @type {const} */ (['throughput', 'p99']))
      this.leaveUnmeasured(kind, reason);
  }

  /** @param {string} reason why a set of processes has nothing to hold it against */
  hasNoReference(reason) {
    this.leaveRelative(reason);
  }

  /** @param {string} reason why there is nothing to hold it against */
  leaveRelative(reason) {
    const own = this.metrics.filter(({ isRelative }) => isRelative);
    for (const { name } of own) this.#unmeasured.set(name, reason);
  }

  /** @returns {boolean} whether slices of it are wanted at all */
  get isMeasured() {
    return this.#whyNot === null && (this.metrics.length === 0 || this.measured.length > 0);
  }

  /**
   * @param {number} _process
   * @returns {boolean} whether a planned set of fresh processes is to measure it
   */
  isOpen(_process) {
    return this.isMeasured;
  }

  /** @param {string} problem what the subject did wrong besides its slices */
  addProblem(problem) {
    this.#problems.push(problem);
  }

  /** @param {RuntimeFigures} figures */
  addRuntime(figures) {
    this.#runtime = figures;
  }

  /**
   * @param {SliceKind} kind
   * @param {number} process which set of processes
   * @returns {boolean} whether another slice of the kind may change what is found
   */
  needs(kind, process) {
    if (this.faults.length > 0) return false;
    const decisions = this.#decisions(kind, process);
    if (decisions.some(({ isDecided }) => !isDecided)) return true;
    const blocks = this.blocksOfSet(process, kind).length;
    if (kind === 'throughput') {
      // What is not to be trusted shows no drift either.
      const isGivenUp = decisions.some(({ verdict }) => verdict === 'invalid');
      return !isGivenUp && blocks < this.rates.maxBlocks && this.#wantsMore(process, blocks);
    }
    return decisions.length > 0 && blocks < Math.min(this.rates.maxBlocks, P99_BLOCKS);
  }

  /** @param {SliceKind} kind of which a limit may be a figure of its own, and no ratio */
  isAbsolute(kind) {
    return this.measured.some((metric) => metric.kind === kind && !metric.isRelative);
  }

  /**
   * @param {number} process
   * @param {number} blocks of throughput that are measured
   * @returns {boolean} whether more are, though all that is asked about throughput is decided
   */
  #wantsMore(process, blocks) {
    if (process > 1) return this.#wantsMoreOfFresh(process, blocks);
    const isWatched = this.#isJudged && this.metrics.some(({ kind }) => kind === 'throughput');
    return isWatched ? this.drift.wantsMore(process, blocks) : blocks < SHOWN_BLOCKS;
  }

  /**
   * @param {number} process a later one
   * @param {number} blocks of throughput that are measured
   * @returns {boolean} whether more are to show a drift again, or to tell by which rate a p99 is to be measured
   */
  #wantsMoreOfFresh(process, blocks) {
    if (this.#isJudged && this.drift.ofSet(process - 1).length > 0) {
      // What comes with time needs as much of it again.
      const before = this.blocksOfSet(process - 1, 'throughput').length;
      return blocks < before || this.drift.wantsMore(process, blocks);
    }
    return blocks < SHOWN_BLOCKS && this.#decisions('p99', process).length > 0;
  }

  /**
   * @param {SliceKind} kind
   * @param {number} process
   * @returns {boolean} whether something of it speaks rather for harm than against it, and is not decided
   */
  isSuspect(kind, process) {
    const decisions = this.#decisions(kind, process);
    return decisions.some(({ isSuspect, isDecided }) => isSuspect && !isDecided);
  }

  /**
   * @param {number} process the last set of processes
   * @returns {string[]} names of what fresh processes are to be asked about; errors need no second look
   */
  alarms(process) {
    if (this.faults.length > 0) return [];
    const metrics = this.#judged.filter(
      (metric) => this.#isAsked(metric, process) && this.#standing(metric, process).isAlarming,
    );
    const drifts = this.#isJudged ? this.drift.unconfirmed(process) : [];
    return [...metrics.map(({ name }) => name), ...drifts];
  }

  /** @returns {string[]} errors under load, an end, answers from memory */
  get faults() {
    const blocks = this.records.blocksOf(this.place);
    const faults = new Set([
      ...this.#problems,
      ...blocks.flatMap(({ subject }) => faultsIn(subject)),
    ]);
    const measured = blocks.filter(({ subject }) => subject.kind !== 'warm-up');
    const hasAnswered = blocks.some(({ subject }) => hasRightAnswers(subject));
    const isEnough = measured.length >= Math.min(SHOWN_BLOCKS, this.rates.maxBlocks);
    if (isEnough && !hasAnswered) faults.add('no right answer at all');
    return [...faults];
  }

  /** @returns {ComparisonOutcome} */
  outcome() {
    const { subject, workload, faults } = this;
    const confirmed = this.#isJudged ? this.drift.confirmed() : [];
    const drifts = confirmed
      .filter((drift) => drift.workload === workload)
      .map(({ kind, what }) => ({ kind, what }));
    const metrics = this.measured.map((metric) =>
      metricOutcome(metric, this.standing(metric), this.rates),
    );
    const invalid = this.#whyInvalid(metrics);
    const isJudged = metrics.some(({ verdict }) => verdict !== null) || faults.length > 0;
    const reference = this.records.blocksOf(this.place).find((block) => block.reference !== null);
    return {
      subject,
      reference: reference?.reference?.arm ?? null,
      workload,
      verdict: isJudged ? verdictOf(faults, drifts, invalid, metrics) : null,
      notJudged: isJudged ? null : this.#whyNotJudged(),
      faults,
      drifts,
      invalid,
      metrics,
      notMeasured: [...this.#unmeasured].map(([name, reason]) => `${name}: ${reason}`),
      figures: {
        subject: figuresOf(this.#samples('subject'), this.#runtime),
        reference: figuresOf(this.#samples('reference')),
      },
    };
  }

  /**
   * @param {Metric} metric
   * @returns {Standing} of all sets of processes that were asked about it; an estimate is of all blocks together
   */
  standing(metric) {
    if (!metric.isJudged) {
      const blocks = this.sets.flatMap((process) => this.blocksOfSet(process, metric.kind));
      const decision = decisionOf(metric, seriesOf(metric, blocks), this.rates, 1);
      return { decision, isAlarming: false, earlier: [] };
    }
    const asked = this.sets.filter((process) => this.#isAsked(metric, process));
    return this.#standing(metric, Math.max(1, ...asked));
  }

  /** @returns {string | null} of what is judged */
  #whyNotJudged() {
    if (this.#whyNot !== null) return this.#whyNot;
    if (this.metrics.length === 0) return NO_LIMITS;
    return this.#unmeasured.size > 0 ? NOT_MEASURED : null;
  }

  /**
   * @param {MetricOutcome[]} metrics
   * @returns {string | null}
   */
  #whyInvalid(metrics) {
    const decisions = this.#judged.map((metric) => this.standing(metric).decision);
    const compiling = decisions.find(({ whyCompiling }) => whyCompiling !== null);
    if (compiling) return compiling.whyCompiling;
    const untrusted = metrics.find(({ verdict }) => verdict === 'invalid');
    if (untrusted === undefined) return null;
    const left = Object.entries(untrusted.leftOut);
    const count = left.reduce((sum, [, times]) => sum + times, 0);
    const reasons = left.map(([why, times]) => `${why} (${times})`).join(', ');
    return `${count} of ${count + untrusted.blocks} blocks of ${untrusted.name} are invalid: ${reasons}`;
  }

  /** @returns {number[]} the sets of processes that have measured it, from 1 on */
  get sets() {
    const own = this.records.blocksOf(this.place).map(({ subject }) => subject.process);
    return Array.from({ length: Math.max(0, ...own) }, (_, at) => at + 1);
  }

  /** @returns {Metric[]} of which slices are wanted */
  get measured() {
    return this.metrics.filter(({ name }) => !this.#unmeasured.has(name));
  }

  get #judged() {
    return this.measured.filter(({ isJudged }) => isJudged);
  }

  get #isJudged() {
    return this.metrics.some(({ isJudged }) => isJudged);
  }

  /**
   * @param {number} process
   * @param {SliceKind} [kind] both, if none is given
   * @returns {Block[]}
   */
  blocksOfSet(process, kind) {
    return this.records
      .blocksOf(this.place)
      .filter(({ subject }) => subject.process === process && subject.kind !== 'warm-up')
      .filter(({ subject }) => kind === undefined || subject.kind === kind);
  }

  /** @param {'subject' | 'reference'} role */
  #samples(role) {
    return this.records
      .blocksOf(this.place)
      .filter(({ subject }) => subject.kind === 'throughput')
      .flatMap((block) => block[role]?.sample ?? []);
  }

  /**
   * @param {SliceKind} kind
   * @param {number} process
   * @returns {Decision[]} of each metric of the kind that this set of processes is asked about
   */
  #decisions(kind, process) {
    return this.measured
      .filter((metric) => metric.kind === kind && this.#isAsked(metric, process))
      .map((metric) => this.#decision(metric, process));
  }

  /**
   * @param {Metric} metric
   * @param {number} process
   */
  #decision(metric, process) {
    const series = seriesOf(metric, this.blocksOfSet(process, metric.kind));
    return decisionOf(metric, series, this.rates, process);
  }

  /**
   * Later processes are asked of what is alarming, and for as many blocks of an estimate as the first.
   *
   * @param {Metric} metric
   * @param {number} process
   * @returns {boolean}
   */
  #isAsked(metric, process) {
    if (process === 1 || !metric.isJudged) return true;
    return this.#isAsked(metric, process - 1) && this.#standing(metric, process - 1).isAlarming;
  }

  /**
   * @param {Metric} metric that is judged
   * @param {number} process the last set that counts
   */
  #standing(metric, process) {
    const sets = Array.from({ length: process }, (_, at) => at + 1);
    return standingOf(sets.map((each) => this.#decision(metric, each)));
  }
}

/**
 * @param {string[]} faults
 * @param {ComparisonOutcome['drifts']} drifts
 * @param {string | null} invalid
 * @param {MetricOutcome[]} metrics
 * @returns {Verdict}
 */
function verdictOf(faults, drifts, invalid, metrics) {
  const verdicts = metrics.map(({ verdict }) => verdict);
  if (faults.length + drifts.length > 0 || verdicts.includes('fail')) return 'fail';
  if (invalid !== null) return 'invalid';
  return verdicts.includes('inconclusive') ? 'inconclusive' : 'pass';
}

module.exports = { SHOWN_BLOCKS, Comparison };

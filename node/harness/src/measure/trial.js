/** One metric while its blocks come in: harms, evidence, and what is decided of it so far. */
'use strict';

const { Evidence, intervalEnd, median, nextScale } = require('../judge/evidence');
const { LIMIT_KINDS, metricName } = require('../thresholds/limits');
const { figureAt } = require('./harm');
const { whyStillWarming } = require('./never-steady');
const { isStolen } = require('./why-invalid');

/**
 * @typedef {import('../thresholds/limits').Limit} Limit
 * @typedef {'pass' | 'fail' | 'inconclusive' | 'invalid'} Verdict
 */

/**
 * @typedef {object} Assurance how sure a run must be
 * @property {number} alpha rate of false alarms of the whole run
 * @property {number} beta rate of passes of what is at its limit
 * @property {number} minBlocks
 * @property {number} maxBlocks
 * @property {number} metrics of the whole run
 */

/**
 * What is said of a metric in a report. Figures are in the limit's unit.
 *
 * @typedef {object} MetricOutcome
 * @property {string} name such as `node/express hash.throughput`
 * @property {import('../thresholds/limits').LimitKey} key
 * @property {number} limit
 * @property {string} pointer where the limit stands in thresholds.json
 * @property {Verdict} verdict
 * @property {number | null} measured the median; null without a valid block
 * @property {number[]} earlier what earlier processes measured: each was alarming, and fresh ones were asked again
 * @property {[number | null, number | null]} interval what neither side rejects at `intervalLevel`
 * @property {number} blocks that were valid
 * @property {Record<string, number>} leftOut how many blocks were not, by reason
 * @property {number} failEvidence
 * @property {number} passEvidence
 */

/** From so many blocks on, a metric of which most are invalid is given up; but what others have of the CPU may pass. */
const INVALID_BLOCKS_MIN = 8;
/** So many that are left out for one that counts: then what is left is chance. On a noisy machine every second block is left out. */
const LEFT_OUT_FOR_ONE_MAX = 3;

/**
 * So many sets of processes are asked of what is alarming, the first included. A JVM comes to another state in each process and stays there: were
 * one in ten so much slower that it alarms, three of them would be so in one run of a thousand.
 */
const PROCESSES_MAX = 3;

/**
 * How many metrics share the false alarms. Fresh processes are only asked about what was alarming, which in unchanged code happens by
 * chance to one metric in 1 / alpha: they need not convince for all others again. (For each of M metrics an alarm has a chance of alpha at most, and
 * each of the two sets that follow one of alpha / sharers: together M * alpha * 2 * alpha / sharers, which is no more than alpha.)
 *
 * @param {Assurance} assurance
 * @param {number} process which set of processes, from 1 on
 */
function sharersOf({ alpha, metrics }, process) {
  const following = PROCESSES_MAX - 1;
  return process === 1 ? metrics : Math.max(1, Math.ceil(metrics * alpha * following));
}

/**
 * Evidence that rejects an end of an interval. The judge's own, 2 / alpha, takes some eleven blocks, more than most metrics need
 * to be decided: a report would show figures without an interval. This one is there as soon as there is a verdict.
 *
 * @param {{ alpha: number, beta: number }} assurance
 */
function intervalLevel({ alpha, beta }) {
  return 1 / Math.max(alpha, beta);
}

class Trial {
  #fail = new Evidence(0, 1);
  #pass = new Evidence(0, -1);
  #passed = false;
  #failed = false;
  #alarmed = false;

  /**
   * @param {string} stack
   * @param {string} workload
   * @param {Limit} limit
   * @param {Assurance} assurance
   * @param {{ process: number, before: Trial | null }} [asked] whose blocks it takes, and the trial of the processes before
   */
  constructor(stack, workload, limit, assurance, asked = { process: 1, before: null }) {
    this.stack = stack;
    this.workload = workload;
    this.process = asked.process;
    this.before = asked.before;
    this.name = metricName(stack, workload, limit.key);
    this.kind = LIMIT_KINDS[limit.key].kind;
    this.isRelative = LIMIT_KINDS[limit.key].relative;
    this.limit = limit;
    this.assurance = assurance;
    /** @type {number[]} */
    this.harms = [];
    /** @type {number[]} */
    this.scales = [];
    /** @type {number[]} CPU time of the server's compilers in the same blocks, as shares of one core; none unless it is a JVM */
    this.compilerShares = [];
    /** @type {string[]} Why blocks were left out. */
    this.leftOut = [];
  }

  /**
   * What is decided stays decided, at whichever block one looks (Vovk & Wang 2021): a metric that has passed has
   * passed, and evidence that alone lifts the mean over all that share the false alarms to 1 / alpha names this one.
   *
   * @param {number} harm of one block
   * @param {number | null} [compilerShare] CPU time of the server's compilers, as a share of one core; null unless it is a JVM
   */
  add(harm, compilerShare = null) {
    if (compilerShare !== null) this.compilerShares.push(compilerShare);
    const { alpha, beta } = this.assurance;
    const sharers = sharersOf(this.assurance, this.process);
    const scale = nextScale(this.harms);
    this.#fail.add(harm, scale);
    this.#pass.add(harm, scale);
    this.harms.push(harm);
    this.scales.push(scale);
    this.#alarmed ||= this.#fail.value >= 1 / alpha;
    this.#failed ||= this.#fail.value / sharers >= 1 / alpha;
    this.#passed ||= this.#pass.value >= 1 / beta;
  }

  /** @param {string} reason why a block is not to be trusted */
  leaveOut(reason) {
    this.leftOut.push(reason);
  }

  /**
   * Blocks of one process cannot show that a JVM comes to another state in each: what is alarming is asked of fresh ones, and
   * again where they give no answer. One that is not has too little evidence to fail a run, even as one of several.
   *
   * @returns {boolean}
   */
  get isAlarming() {
    if (this.#isMute) return this.before !== null || this.whyWarming !== null;
    return this.#alarmed && this.verdict !== 'pass';
  }

  /** Fresh processes that lean towards what was alarming, and not far enough, neither confirm it nor take it back. */
  get #isMute() {
    if (this.verdict === 'invalid') return true;
    const isUndecided = this.verdict === 'inconclusive' && !this.#alarmed;
    return this.process > 1 && isUndecided && this.isSuspect;
  }

  /** @returns {Trial} of the same metric, for fresh processes */
  again() {
    const { stack, workload, limit, assurance, process } = this;
    const before = this.#isMute ? this.before : this;
    return new Trial(stack, workload, limit, assurance, { process: process + 1, before });
  }

  /**
   * What the last processes say; where they say nothing, and two sets of processes before had agreed, what those say.
   *
   * @returns {Trial}
   */
  get standing() {
    return this.#isMute && this.before?.before ? this.before : this;
  }

  /** @returns {number[]} what earlier processes measured */
  get earlier() {
    if (this.before === null) return [];
    const { earlier, limit, harms } = this.before;
    return [...earlier, figureAt(limit, median(harms))];
  }

  /** @returns {number} valid or not */
  get blocks() {
    return this.harms.length + this.leftOut.length;
  }

  /** @returns {boolean} whether more blocks would change nothing, or may not be had */
  get isDecided() {
    const { minBlocks, maxBlocks } = this.assurance;
    const isPlain = this.#failed || this.#passed || this.#isGivenUp;
    return this.blocks >= maxBlocks || (isPlain && this.blocks >= minBlocks);
  }

  /** @returns {boolean} whether what was seen speaks rather for harm */
  get isSuspect() {
    return this.#fail.value > this.#pass.value;
  }

  /** @returns {string | null} why it is not failed, though it was worse than its limit */
  get whyWarming() {
    return this.#failed ? whyStillWarming(this.compilerShares) : null;
  }

  /** @returns {Verdict} */
  get verdict() {
    if (this.#failed) return this.whyWarming === null ? 'fail' : 'invalid';
    if (this.#isMostlyInvalid) return 'invalid';
    return this.#passed ? 'pass' : 'inconclusive';
  }

  /** @returns {MetricOutcome} */
  outcome() {
    const { harms, scales, limit, name, earlier } = this;
    const level = intervalLevel(this.assurance);
    return {
      name,
      key: limit.key,
      limit: limit.value,
      pointer: limit.pointer,
      verdict: this.verdict,
      measured: harms.length === 0 ? null : figureAt(limit, median(harms)),
      earlier,
      interval: this.#figures([
        intervalEnd(harms, scales, level, 1),
        intervalEnd(harms, scales, level, -1),
      ]),
      blocks: harms.length,
      leftOut: countedReasons(this.leftOut),
      failEvidence: this.#fail.value,
      passEvidence: this.#pass.value,
    };
  }

  get #isGivenUp() {
    const lasting = this.leftOut.filter((reason) => !isStolen(reason));
    return this.blocks >= INVALID_BLOCKS_MIN && this.#isTooMany(lasting);
  }

  get #isMostlyInvalid() {
    return this.#isTooMany(this.leftOut);
  }

  /** @param {string[]} leftOut */
  #isTooMany(leftOut) {
    return leftOut.length > LEFT_OUT_FOR_ONE_MAX * this.harms.length;
  }

  /**
   * @param {[number | null, number | null]} harms the lesser first
   * @returns {[number | null, number | null]} figures, the lesser first
   */
  #figures([least, most]) {
    const [first, last] =
      LIMIT_KINDS[this.limit.key].sense === 'max' ? [least, most] : [most, least];
    const figure = (/** @type {number | null} */ harm) =>
      harm === null ? null : figureAt(this.limit, harm);
    return [figure(first), figure(last)];
  }
}

/**
 * @param {string[]} reasons whose figures after the colon differ from block to block
 * @returns {Record<string, number>}
 */
function countedReasons(reasons) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const reason of reasons) counts[kindOf(reason)] = (counts[kindOf(reason)] ?? 0) + 1;
  return counts;
}

/** @param {string} reason */
function kindOf(reason) {
  return reason.replace(/: [^:]*$/, '');
}

module.exports = { PROCESSES_MAX, Trial };

/** One stack on one workload while its slices come in: its metrics, what it did wrong, and the verdict. */
'use strict';

const { figureOf, harmOf, whyNoFigure } = require('./harm');
const { whyNeverSteady } = require('./never-steady');
const { median } = require('./steady');
const { Trial } = require('./trial');

/**
 * @typedef {import('../thresholds/limits').Limit} Limit
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./block-records').BlockRecord} BlockRecord
 * @typedef {import('./trial').Assurance} Assurance
 * @typedef {import('./trial').MetricOutcome} MetricOutcome
 * @typedef {import('./trial').Verdict} Verdict
 * @typedef {import('./runtime-figures').RuntimeFigures} RuntimeFigures
 * @typedef {import('./why-invalid').ServedSample} ServedSample
 */

/**
 * What is said of a cell in a report.
 *
 * @typedef {object} CellOutcome
 * @property {string} stack
 * @property {string} workload
 * @property {string | null} reference what relative limits were held against
 * @property {Verdict | null} verdict null where it was not judged
 * @property {string | null} notJudged why not
 * @property {string[]} faults what fails it whatever its speed: errors under load, an end, answers from memory
 * @property {string | null} invalid why the measurement is not to be trusted
 * @property {MetricOutcome[]} metrics
 * @property {string[]} notMeasured metrics with a limit that were not measured, with the reason
 * @property {Resources} resources
 */

/**
 * Of the slices of throughput; null where the machine does not tell. What the runtime tells is of an extra process.
 *
 * @typedef {{ cpuMicrosPerRequest: number | null, residentBytes: number | null } & RuntimeFigures} Resources the
 *   median CPU time, and the most memory
 */

/** So many slices of throughput are taken of a stack that nothing is asked of: its figures are shown. */
const SHOWN_BLOCKS = 3;

class Cell {
  /** @type {Set<string>} */
  #faults = new Set();
  /** @type {Set<string>} */
  #notMeasured = new Set();
  /** @type {string | null} */
  #reference = null;
  /** @type {ServedSample[]} */
  #throughput = [];
  /** @type {number[]} */
  #residentBytes = [];
  #blocks = 0;
  #process = 1;
  #answered = false;
  /** @type {string | null} why a set of processes was never steady: fresh ones are young, and cannot take it back */
  #unsteady = null;
  /** @type {RuntimeFigures} */
  #runtime = { eventLoopDelayMicros: null, gcPauseShare: null };

  /**
   * @param {string} stack
   * @param {string} workload
   * @param {Limit[]} limits
   * @param {Assurance} assurance
   */
  constructor(stack, workload, limits, assurance) {
    this.stack = stack;
    this.workload = workload;
    this.assurance = assurance;
    this.trials = limits.map((limit) => new Trial(stack, workload, limit, assurance));
  }

  /**
   * @param {SliceKind} kind
   * @returns {boolean} whether another slice of the kind may change the verdict
   */
  needs(kind) {
    if (this.#faults.size > 0) return false;
    if (kind === 'throughput' && this.#blocks < SHOWN_BLOCKS) return true;
    const own = this.trials.filter((trial) => trial.kind === kind);
    return own.some((trial) => trial.process === this.#process && !trial.isDecided);
  }

  /** @returns {Trial[]} what fresh processes are to be asked; errors need no second look */
  get alarming() {
    return this.#faults.size > 0 ? [] : this.trials.filter((trial) => trial.isAlarming);
  }

  /** Fresh processes are measured from here on: what is alarming is theirs to say. */
  askAgain() {
    this.#process++;
    this.#renew(this.alarming);
  }

  /**
   * @param {SliceKind} kind
   * @returns {boolean} whether something of it speaks rather for harm than against it, and is not decided
   */
  isSuspect(kind) {
    const own = this.trials.filter((trial) => trial.kind === kind);
    return own.some((trial) => trial.isSuspect && !trial.isDecided);
  }

  /**
   * @param {SliceKind} kind
   * @param {string} reason why nothing of the kind is measured in this run
   */
  leaveUnmeasured(kind, reason) {
    for (const trial of this.trials.filter((each) => each.kind === kind)) {
      this.#notMeasured.add(`${trial.name}: ${reason}`);
    }
    this.trials = this.trials.filter((trial) => trial.kind !== kind);
  }

  /**
   * @param {BlockRecord} record of the cell's own stack, in the warm-up too
   * @param {BlockRecord} [reference] the reference's of the same kind and block
   */
  add(record, reference) {
    const { kind, sample, problem } = record;
    if (problem !== null) this.#faults.add(problem);
    const own = this.trials.filter((trial) => trial.kind === kind);
    // A recorded run is judged as it comes: nobody has asked before.
    this.#renew(own.filter((trial) => trial.isAlarming && trial.process < record.process));
    if (sample) this.#look(sample);
    if (kind === 'warm-up') return;
    if (kind === 'throughput') this.#blocks++;
    if (kind === 'throughput' && sample) this.#throughput.push(sample);
    if (reference) this.#reference = reference.arm;
    for (const trial of this.trials.filter((each) => each.kind === kind)) {
      if (trial.process === record.process) addBlock(trial, record, reference);
    }
  }

  /** @param {Trial[]} trials that begin anew with fresh processes */
  #renew(trials) {
    if (trials.length === 0) return;
    this.#unsteady ??= this.#whyNeverSteady();
    this.#residentBytes = [];
    this.trials = this.trials.map((trial) => (trials.includes(trial) ? trial.again() : trial));
  }

  /** @param {string} what the stack did wrong besides its slices */
  addFault(what) {
    this.#faults.add(what);
  }

  /** @param {RuntimeFigures} figures */
  addRuntime(figures) {
    this.#runtime = figures;
  }

  /** @returns {CellOutcome} */
  outcome() {
    const metrics = this.trials.map((trial) => trial.standing.outcome());
    const faults = [...this.#faults];
    if (this.#blocks > 0 && !this.#answered) faults.push('no right answer at all');
    const invalid = this.#whyInvalid(metrics);
    const isJudged = metrics.length > 0 || faults.length > 0;
    return {
      stack: this.stack,
      workload: this.workload,
      reference: this.#reference,
      verdict: isJudged ? verdictOf(faults, invalid, metrics) : null,
      notJudged: isJudged ? null : 'no limit of it was measured',
      faults,
      invalid,
      metrics,
      notMeasured: [...this.#notMeasured],
      resources: { ...resourcesOf(this.#throughput), ...this.#runtime },
    };
  }

  /** @param {ServedSample} sample */
  #look({ errors, responses, valid, server }) {
    if (valid > 0) this.#answered = true;
    if (server.residentBytes !== null) this.#residentBytes.push(server.residentBytes);
    for (const [kind, { count, examples }] of Object.entries(errors.kinds)) {
      // One slice is enough to tell: it is the last of this cell.
      this.#faults.add(
        `${count.toLocaleString('en-US')} of ${responses.toLocaleString('en-US')} answers wrong or missing (${kind}): ${examples[0]}`,
      );
    }
  }

  /**
   * @param {MetricOutcome[]} metrics
   * @returns {string | null}
   */
  #whyInvalid(metrics) {
    // What the server did comes before what the machine did to it.
    const unsteady = this.#whyWarming() ?? this.#unsteady ?? this.#whyNeverSteady();
    const untrusted = metrics.find(({ verdict }) => verdict === 'invalid');
    if (unsteady !== null || untrusted === undefined) return unsteady;
    const all = untrusted.blocks + Object.values(untrusted.leftOut).reduce((a, b) => a + b, 0);
    const reasons = Object.entries(untrusted.leftOut).map(([why, times]) => `${why} (${times})`);
    return `${all - untrusted.blocks} of ${all} blocks of ${untrusted.name} are invalid: ${reasons.join(', ')}`;
  }

  /** @returns {string | null} of what would fail */
  #whyWarming() {
    const standing = this.trials.map((trial) => trial.standing.whyWarming);
    return standing.find((why) => why !== null) ?? null;
  }

  /** @returns {string | null} of the processes that are measured now */
  #whyNeverSteady() {
    const paired = this.trials.find(({ kind, isRelative }) => kind === 'throughput' && isRelative);
    return whyNeverSteady(paired?.harms ?? [], this.#residentBytes);
  }
}

/**
 * @param {Trial} trial
 * @param {BlockRecord} subject
 * @param {BlockRecord | undefined} reference
 */
function addBlock(trial, subject, reference) {
  const reason =
    whyUnusable(trial, subject) ??
    (trial.isRelative ? whyUnusableReference(trial, reference) : null);
  if (reason !== null) {
    trial.leaveOut(reason);
    return;
  }
  const figure = (/** @type {BlockRecord | undefined} */ record) =>
    figureOf(trial.limit, /** @type {ServedSample} */ (record?.sample));
  const harm = harmOf(trial.limit, figure(subject), trial.isRelative ? figure(reference) : 1);
  trial.add(harm, subject.sample?.server.compilerShare ?? null);
}

/**
 * @param {Trial} trial
 * @param {BlockRecord} record
 * @returns {string | null}
 */
function whyUnusable({ kind }, { invalid, problem, sample }) {
  if (invalid !== null || problem !== null) return invalid ?? problem;
  if (sample === null) return 'no sample';
  return sample.errors.total > 0 ? 'wrong answers' : whyNoFigure(kind, sample);
}

/**
 * @param {Trial} trial
 * @param {BlockRecord | undefined} record
 * @returns {string | null}
 */
function whyUnusableReference(trial, record) {
  if (!record) return 'the yardstick was not measured';
  const reason = whyUnusable(trial, record);
  return reason === null ? null : `the yardstick: ${reason}`;
}

/**
 * @param {string[]} faults
 * @param {string | null} invalid
 * @param {MetricOutcome[]} metrics
 * @returns {Verdict}
 */
function verdictOf(faults, invalid, metrics) {
  const verdicts = metrics.map(({ verdict }) => verdict);
  if (faults.length > 0 || verdicts.includes('fail')) return 'fail';
  if (invalid !== null) return 'invalid';
  return verdicts.includes('inconclusive') ? 'inconclusive' : 'pass';
}

/**
 * @param {ServedSample[]} samples
 * @returns {Pick<Resources, 'cpuMicrosPerRequest' | 'residentBytes'>}
 */
function resourcesOf(samples) {
  const cpu = samples.flatMap(({ server }) => server.cpuMicrosPerRequest ?? []);
  const resident = samples.flatMap(({ server }) => server.residentBytes ?? []);
  return {
    cpuMicrosPerRequest: cpu.length > 0 ? median(cpu) : null,
    residentBytes: resident.length > 0 ? Math.max(...resident) : null,
  };
}

module.exports = { Cell };

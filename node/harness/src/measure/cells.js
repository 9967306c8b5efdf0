/** All cells of a run while its blocks come in, and the verdict on the run: the same for a run that is under way and a recorded one. */
'use strict';

const { judge } = require('../judge/judge');
const { limitsOf } = require('../thresholds/limits');
const { Cell } = require('./cell');

/**
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {import('./block-records').BlockRecord} BlockRecord
 * @typedef {import('./cell').CellOutcome} CellOutcome
 * @typedef {import('./trial').Verdict} Verdict
 * @typedef {{ stack: string, workload: string }} Place
 */

/**
 * What a run is found to be.
 *
 * @typedef {object} RunOutcome
 * @property {Verdict} verdict
 * @property {string[]} culprits metrics that are named, sorted
 * @property {number} falseAlarm alpha of the run
 * @property {number} missed beta
 * @property {number} maxBlocks
 * @property {CellOutcome[]} cells
 */

const NO_LIMITS = 'thresholds.json has no limits for it';

class Cells {
  /** @type {Map<string, Cell>} */
  #cells = new Map();

  /**
   * @param {Thresholds} thresholds
   * @param {Place[]} places what is measured
   */
  constructor(thresholds, places) {
    const limits = places.map(({ stack, workload }) => limitsOf(thresholds, stack, workload));
    const { falseAlarm: alpha, missed: beta, minBlocks = 1, maxBlocks } = thresholds.gate;
    this.assurance = { alpha, beta, minBlocks, maxBlocks, metrics: limits.flat().length };
    for (const [at, { stack, workload }] of places.entries()) {
      const cell = new Cell(stack, workload, limits[at], this.assurance);
      this.#cells.set(keyOf(stack, workload), cell);
    }
  }

  /**
   * @param {string} stack
   * @param {string} workload
   * @returns {Cell | undefined} none for a yardstick
   */
  of(stack, workload) {
    return this.#cells.get(keyOf(stack, workload));
  }

  /**
   * @param {BlockRecord[]} records of one block of one workload; or of its warm-up
   */
  addBlock(records) {
    for (const record of records.filter(({ role }) => role === 'subject')) {
      const reference = records.find(
        ({ role, kind }) => role === 'reference' && kind === record.kind,
      );
      this.of(record.arm, record.workload)?.add(record, reference);
    }
  }

  /** @returns {Cell[]} of which fresh processes are to be asked */
  get alarming() {
    return [...this.#cells.values()].filter(({ alarming }) => alarming.length > 0);
  }

  /** @returns {RunOutcome} */
  outcome() {
    const cells = [...this.#cells.values()].map((cell) => cell.outcome());
    const { culprits, isFailed } = this.#judged();
    const named = cells.flatMap(({ metrics }) =>
      metrics.filter(({ verdict }) => verdict === 'fail').map(({ name }) => name),
    );
    return {
      verdict: verdictOf(cells, isFailed),
      culprits: [...new Set([...named, ...culprits])].sort(),
      falseAlarm: this.assurance.alpha,
      missed: this.assurance.beta,
      maxBlocks: this.assurance.maxBlocks,
      cells: cells.map(told),
    };
  }

  /**
   * The harms of the whole run together: evidence that is spread over many metrics, none of which can be named,
   * fails a run too.
   */
  #judged() {
    const trials = [...this.#cells.values()].flatMap((cell) =>
      cell.trials.map((trial) => trial.standing),
    );
    if (trials.length === 0) return { culprits: [], isFailed: false };
    const { alpha, beta, maxBlocks } = this.assurance;
    const metrics = trials.map(({ name, verdict, harms }) => [
      name,
      // What is not to be trusted is no evidence, and still one of the metrics.
      { failAbove: 0, passBelow: 0, harms: verdict === 'invalid' ? [] : harms },
    ]);
    const judged = judge({ alpha, beta, maxBlocks, metrics: Object.fromEntries(metrics) });
    return { culprits: judged.culprits, isFailed: judged.verdict === 'fail' };
  }
}

/**
 * @param {string} stack
 * @param {string} workload
 */
function keyOf(stack, workload) {
  return `${stack} ${workload}`;
}

/**
 * @param {CellOutcome[]} cells
 * @param {boolean} isFailed whether the evidence of all together fails the run
 * @returns {Verdict}
 */
function verdictOf(cells, isFailed) {
  const verdicts = cells.map(({ verdict }) => verdict);
  if (isFailed || verdicts.includes('fail')) return 'fail';
  if (verdicts.includes('invalid')) return 'invalid';
  return verdicts.includes('inconclusive') ? 'inconclusive' : 'pass';
}

/**
 * @param {CellOutcome} cell
 * @returns {CellOutcome}
 */
function told(cell) {
  const hasLimits = cell.metrics.length + cell.notMeasured.length > 0;
  return cell.notJudged !== null && !hasLimits ? { ...cell, notJudged: NO_LIMITS } : cell;
}

/**
 * @param {BlockRecord[]} records of a whole run, in order
 * @param {Thresholds} thresholds
 * @returns {RunOutcome}
 */
function judgeBlocks(records, thresholds) {
  const subjects = records.filter(({ role }) => role === 'subject');
  const places = new Map(
    subjects.map(({ arm: stack, workload }) => [keyOf(stack, workload), { stack, workload }]),
  );
  const byStack = [...places.values()].sort((a, b) => a.stack.localeCompare(b.stack));
  const cells = new Cells(thresholds, byStack);
  for (const block of blocksOf(records)) cells.addBlock(block);
  for (const { stack, workload } of places.values()) {
    const kinds = records.filter(({ arm, workload: of }) => arm === stack && of === workload);
    if (!kinds.some(({ kind }) => kind === 'p99')) {
      cells.of(stack, workload)?.leaveUnmeasured('p99', 'the run has no slices of it');
    }
  }
  return cells.outcome();
}

/**
 * @param {BlockRecord[]} records
 * @returns {BlockRecord[][]} those of one block of one workload on one side together, in order
 */
function blocksOf(records) {
  /** @type {Map<string, BlockRecord[]>} */
  const blocks = new Map();
  for (const record of records) {
    const { language, workload, process, block } = record;
    const key = `${language} ${workload} ${process} ${block}`;
    blocks.set(key, [...(blocks.get(key) ?? []), record]);
  }
  return [...blocks.values()];
}

module.exports = { Cells, judgeBlocks };

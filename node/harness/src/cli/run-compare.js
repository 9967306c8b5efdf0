/** Holds one revision against another: checked out, built, checked, and measured beside each other. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { comparePlan } = require('../measure/plan');
const { driverNotes } = require('../measure/drivers');
const { comparedFileOf, readCompared, readRecords } = require('../measure/records');
const { pageFileOf } = require('../reports/page');
const { openProgress } = require('../reports/open-progress');
const { readReports } = require('../reports/read-report');
const { together } = require('../reports/stack-report');
const { buildRevision, checkOut, touchedBy } = require('../revisions');
const { loadStacks, variantsOf } = require('../stacks');
const { buildDriver } = require('../stacks/build');
const { isYardstick } = require('../thresholds/load-thresholds');
const { USUAL } = require('../thresholds/usual');
const { conclude, found } = require('./conclude');
const { UsageError } = require('./exit-codes');
const { chooseLoaded, chooseVariants, openHouse, wantedOf } = require('./house');
const { tellWhenInterrupted } = require('./interrupt');
const { timesOf } = require('./options');
const { runCheck } = require('./run-check');
const { runPlan } = require('./run-plan');
const { withServices } = require('./with-services');

/**
 * @typedef {import('../measure/plan').Revised} Revised
 * @typedef {import('../measure/records').SliceRecord} SliceRecord
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../reports/report').Report} Report
 * @typedef {import('../revisions/check-out').Side} Side
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./house').House} House
 *
 * @typedef {object} CompareOptions
 * @property {string} base
 * @property {string} [head] the working tree as it is
 * @property {boolean} [all] whatever the change can touch
 * @property {string[]} [stack]
 * @property {string[]} [workload]
 * @property {number} [minutes]
 * @property {boolean} [full] every p99 too
 * @property {string} [resume] the report of a run that this one goes on with
 * @property {string} report
 * @property {number} [seed]
 * @property {boolean} [verbose]
 * @property {boolean} [quiet] nothing but the end, and errors
 */

/** Of throughput: where both are loaded at the same time, longer slices cost no precision, and have fewer ends. */
const SLICE_SECONDS = 0.6;
const BLOCKS_FILE = 'blocks.ndjson';

/**
 * @param {CompareOptions} options
 * @returns {Promise<number>} the exit code
 */
async function compare(options) {
  const { root } = openHouse();
  const progress = await openProgress({ isQuiet: options.quiet });
  const how = {
    onProgress: (/** @type {string} */ text) => progress.say(text),
    // What the run before has written is no change.
    leaveOut: writtenWith(options.report).map((file) => path.resolve(file)),
  };
  const base = await checkOut(root, options.base, how);
  try {
    const head = await checkOut(root, options.head ?? null, how);
    try {
      return await new Compare({ root, base, head, progress }, options).run();
    } finally {
      await head.remove();
    }
  } finally {
    await base.remove();
  }
}

class Compare {
  #began = new Date();

  /**
   * @param {{ root: string, base: Side, head: Side, progress: Progress }} sides `root` is the house whose drivers load both
   * @param {CompareOptions} options
   */
  constructor({ root, base, head, progress }, options) {
    this.root = root;
    this.base = base;
    this.head = head;
    this.progress = progress;
    this.options = options;
    this.house = openHouse(head.folder);
  }

  /** @returns {Promise<number>} the exit code */
  async run() {
    const earlier = this.#earlier();
    const { revised, notCompared } = await this.#choose();
    for (const { stack, reason } of notCompared)
      this.progress.say(`not compared: ${stack}: ${reason}`);
    const all = revised.length === 0 ? this.#nothing() : await this.#judge(revised, earlier);
    const { base, head } = this;
    const revisions = { base: revisionReport(base), head: revisionReport(head) };
    return conclude(this.#began, this.options, { ...all, revisions, notCompared });
  }

  /**
   * @param {Revised[]} revised
   * @param {SliceRecord[]} earlier
   */
  async #judge(revised, earlier) {
    await this.#build(revised);
    const contracts = this.#contractsOf(revised);
    return withServices(
      { root: this.root, contracts, progress: this.progress },
      async (services) => {
        const heads = revised.map(({ head }) => head);
        const stacks = await runCheck(heads, contracts, { services, progress: this.progress });
        const isSound = stacks.every(
          ({ problem, check }) => problem === null && !check?.failed.length,
        );
        // Behaviour comes before speed: what does not behave is not worth measuring.
        if (!isSound) return found('compare', { stacks, services });
        const measured = await this.#measure(revised, contracts, services, earlier);
        return { ...measured, stacks: together(stacks, measured.stacks) };
      },
    );
  }

  /**
   * @returns {SliceRecord[]} of the run that this one goes on with
   * @throws {UsageError} it compared something else
   */
  #earlier() {
    const { resume } = this.options;
    if (resume === undefined) return [];
    const blocksFile = blocksFileOf(resume);
    const { base, head } = readCompared(blocksFile) ?? comparedIn(resume);
    const known = [base, head];
    const own = [this.base.commit, this.head.commit];
    if (own.includes(null) || known.join() !== own.join()) {
      throw new UsageError(
        `${resume} cannot be gone on with\n  expected  a comparison of ${own.join(' with ')}\n  actual    ${known.map(String).join(' with ')}`,
      );
    }
    return readRecords(blocksFile).all;
  }

  /** @returns {Promise<{ revised: Revised[], notCompared: { stack: string, reason: string }[] }>} */
  async #choose() {
    const { stack, all } = this.options;
    const chosen = chooseVariants(this.house, stack, {
      reach: 'alone',
      byDefault: ({ id, stack: { id: own } }) => id === own && !isYardstick(id),
    });
    const loaded = chooseLoaded(this.house, this.options);
    const stacks = [...new Set(chosen.map((variant) => variant.stack))];
    const touched = await touchedBy(this.base, this.head, stacks, loaded);
    const bases = loadStacks(this.base.folder).flatMap(variantsOf);
    /** @type {Revised[]} */
    const revised = [];
    const notCompared = touched
      .filter(({ presence }) => presence !== 'both')
      .map(({ id, why }) => ({ stack: id, reason: why }));
    for (const head of chosen) {
      const own = touched.find(({ id }) => id === head.stack.id);
      if (own?.presence !== 'both') continue;
      const base = bases.find(({ id }) => id === head.id);
      const reached = all ? loaded.map(({ workload }) => workload) : own.workloads;
      const workloads = reached.filter((each) => head.workloads.includes(each));
      if (base === undefined) {
        notCompared.push({ stack: head.id, reason: `${this.base.name} does not have it` });
      } else if (workloads.length > 0) {
        revised.push({ head, base, workloads });
      } else {
        notCompared.push({ stack: head.id, reason: own.why });
      }
    }
    return { revised, notCompared };
  }

  #nothing() {
    const { base, head } = this;
    const note = `nothing to compare: the change from ${base.name} to ${head.name} can touch no stack (--all compares all)`;
    return found('compare', { notes: [note] });
  }

  /** @param {Revised[]} revised */
  async #build(revised) {
    const onProgress = (/** @type {string} */ text) => this.progress.say(text);
    // A base from before its stacks said how they are built is built as head is.
    const bases = revised.map(({ base, head }) => {
      const { build, buildFrom } = base.stack.build ? base.stack : head.stack;
      return { ...base.stack, build, buildFrom };
    });
    await buildRevision(this.base, bases, { onProgress });
    await buildRevision(
      this.head,
      revised.map(({ head }) => head.stack),
      { onProgress },
    );
    if (revised.every(({ head }) => head.stack.language === 'node')) return;
    const notBuilt = await buildDriver(this.root, onProgress);
    if (notBuilt !== null) throw new UsageError(notBuilt);
  }

  /**
   * @param {Revised[]} revised
   * @returns {House['contracts']} those that any of them is measured on
   */
  #contractsOf(revised) {
    const wanted = new Set(revised.flatMap(({ workloads }) => workloads));
    return chooseLoaded(this.house, this.options).filter(({ workload }) => wanted.has(workload));
  }

  /**
   * @param {Revised[]} revised
   * @param {House['contracts']} contracts
   * @param {import('../services/services').Services} services
   * @param {SliceRecord[]} earlier
   */
  async #measure(revised, contracts, services, earlier) {
    const { report, seed, full: isFull, minutes } = this.options;
    const thresholds = this.house.thresholds ?? USUAL;
    const wanted = { ...wantedOf(this.house, contracts, services), warmedOn: [] };
    const plan = comparePlan(revised, { ...wanted, thresholds, isFull });
    tellWhenInterrupted(() => this.#goOn());
    const measured = await runPlan(plan, {
      ...timesOf({ seconds: SLICE_SECONDS, maxMinutes: minutes, full: isFull }),
      root: this.root,
      services,
      seed,
      earlier,
      compared: { base: this.base.commit, head: this.head.commit },
      blocksFile: blocksFileOf(report),
      progress: this.progress,
    });
    const heads = revised.map(({ head }) => head);
    return found('compare', { ...measured, services, notes: driverNotes(this.root, heads) });
  }

  /** @returns {string[]} how what is measured so far is made use of; nothing where nothing is */
  #goOn() {
    const { base, head, report } = this.options;
    const { size } = fs.statSync(blocksFileOf(report));
    if (size === 0) return [];
    const sides = head === undefined ? `--base ${base}` : `--base ${base} --head ${head}`;
    return [`npx loadline compare ${sides} --resume ${report} goes on with what is measured`];
  }
}

/**
 * @param {string} file a report
 * @returns {import('../measure/records').Compared}
 */
function comparedIn(file) {
  const [{ revisions }] = readReports([file]);
  return { base: revisions?.base.commit ?? null, head: revisions?.head.commit ?? null };
}

/**
 * @param {string} report
 * @returns {string[]} all that a run writes
 */
function writtenWith(report) {
  const blocksFile = blocksFileOf(report);
  return [report, pageFileOf(report), blocksFile, comparedFileOf(blocksFile)];
}

/**
 * @param {string} report
 * @returns {string} the raw blocks lie beside it
 */
function blocksFileOf(report) {
  return path.join(path.dirname(report), BLOCKS_FILE);
}

/**
 * @param {Side} side
 * @returns {import('../reports/report').RevisionReport}
 */
function revisionReport({ name, commit }) {
  return { name, commit };
}

module.exports = { compare };

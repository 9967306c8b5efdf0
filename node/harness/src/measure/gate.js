/** Measures stacks beside their yardsticks in blocks, one side after the other, and judges them by thresholds.json. */
'use strict';

const { isYardstick } = require('../thresholds/load-thresholds');
const { ArmOutcomes } = require('./arm-outcomes');
const { mixArms, startArms, stopArms, warmArms, warmOn, warmUpMillisOf } = require('./arms');
const { openBlocks } = require('./block-records');
const { blocksOfWorkload, usualMillis } = require('./blocks-of-workload');
const { Cells } = require('./cells');
const { placesOf } = require('./places');
const { RunTime } = require('./run-time');
const { runtimeFigures } = require('./runtime-figures');
const { newSeed, randomFrom } = require('./shuffle');
const { unknownUse } = require('./slice');
const { PROCESSES_MAX } = require('./trial');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {import('./arms').Arm} Arm
 * @typedef {import('./arms').Wanted} Wanted
 * @typedef {import('./block-records').BlockRecord} BlockRecord
 * @typedef {import('./cells').RunOutcome} RunOutcome
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 * @typedef {'node' | 'java'} Language
 */

/**
 * @typedef {object} GateOptions
 * @property {Thresholds} thresholds
 * @property {Variant[]} variants all that the house has: the yardsticks are found among them
 * @property {Contract[]} contracts with a load
 * @property {Contract[]} warmedOn what every server is warmed on first, whatever is measured then: with a load, without a service
 * @property {Services | null} services
 * @property {(language: Language) => DriverProcess} driverFor the same for the whole run
 * @property {import('./cores').CorePlan} cores
 * @property {number} seconds of a slice of throughput
 * @property {number} p99SecondsMax a p99 that needs a longer slice is not measured
 * @property {number} minutesMax how long blocks are begun; a little more for what speaks for harm
 * @property {boolean} [leavesOut] whether a workload that the time does not suffice for is left out; else each gets some blocks
 * @property {Language[]} runtimes which sides' runtimes are asked about themselves, in a process of their own
 * @property {number} [processesMax] how many sets of processes are asked of what is alarming (3)
 * @property {number} [seed] of the order in the blocks
 * @property {string | null} blocksFile where the raw blocks go
 * @property {(what: string) => void} onProgress
 * @property {(what: string) => void} onDone a workload of a side is measured
 */

/** @typedef {RunOutcome & { seed: number, arms: import('./arm-outcomes').ArmOutcome[] }} GateOutcome */

const SIDES = { node: 'Node', java: 'the JVM' };
/** Fresh processes are few, and `maxBlocks` ends them. */
const NO_END = { endsAt: Infinity, spareUntil: Infinity, suspectsEndAt: Infinity };
/** What was measured once can be afforded again. */
const ANY_P99 = { p99SecondsMax: Number.MAX_VALUE };

/**
 * @param {Variant[]} subjects yardsticks among them are shown, and not judged
 * @param {GateOptions} options
 * @returns {Promise<GateOutcome>}
 */
async function runGate(subjects, options) {
  const seed = options.seed ?? newSeed();
  const blocks = options.blocksFile === null ? null : openBlocks(options.blocksFile);
  const run = new GateRun(subjects, options, {
    random: randomFrom(seed),
    write: (record) => blocks?.write(record),
  });
  try {
    for (const language of run.languages) await run.measure(language);
  } finally {
    blocks?.close();
  }
  return { ...run.cells.outcome(), seed, arms: run.arms.all() };
}

class GateRun {
  #subjects;
  #options;
  #random;
  #write;
  #time;

  /**
   * @param {Variant[]} subjects
   * @param {GateOptions} options
   * @param {{ random: () => number, write: (record: BlockRecord) => void }} run
   */
  constructor(subjects, options, { random, write }) {
    this.#subjects = subjects;
    this.#options = options;
    this.#random = random;
    this.#write = write;
    this.#time = new RunTime(options.minutesMax);
    this.cells = new Cells(options.thresholds, placesOf(subjects, options));
    this.arms = new ArmOutcomes();
    for (const variant of subjects) this.arms.add(variant);
    for (const { variant } of this.languages.flatMap((each) => this.#wanted(each))) {
      this.arms.add(variant);
    }
  }

  /** @returns {Language[]} in the order of the stacks */
  get languages() {
    return [...new Set(this.#subjects.map(({ stack }) => stack.language))];
  }

  /** @param {Language} language */
  async measure(language) {
    const { contracts, processesMax = PROCESSES_MAX, runtimes } = this.#options;
    const sides = this.languages.slice(this.languages.indexOf(language));
    this.#time.beginSide(sides.map((side) => this.#armsOf(side)));
    const started = await this.#withArms(this.#wanted(language), 1, async (arms) => {
      for (const contract of contracts) {
        if (this.#isLeftOut(contract, language)) this.#leaveOut(contract, language);
        else await this.#workload(contract, arms, { language, process: 1 });
      }
    });
    const began = performance.now();
    for (let process = 2; process <= processesMax; process++) {
      await this.#askAgain(language, process);
    }
    // What was asked twice takes no time from the other language.
    this.#time.extendBy(performance.now() - began);
    if (runtimes.includes(language)) await this.#askRuntimes(language, started);
  }

  /**
   * @param {Contract} contract
   * @param {Language} language
   */
  #isLeftOut(contract, language) {
    const arms = this.#armsOn(language, contract).length;
    return this.#options.leavesOut === true && !this.#time.isEnoughFor(arms);
  }

  /**
   * @param {Contract} contract
   * @param {Language} language
   */
  #leaveOut({ workload }, language) {
    const why = `the run has no time for it on ${SIDES[language]} (--full, --workload, --max-minutes)`;
    for (const { variant } of this.#wanted(language)) {
      const cell = this.cells.of(variant.id, workload);
      cell?.leaveUnmeasured('throughput', why);
      cell?.leaveUnmeasured('p99', why);
    }
    this.#options.onDone(`${language} ${workload}: left out, ${why}`);
  }

  /**
   * @param {Wanted[]} wanted all of one language
   * @param {number} process which set of processes they are
   * @param {(arms: Arm[]) => Promise<void>} work with warm ones
   * @returns {Promise<Arm[]>} those that had started
   */
  async #withArms(wanted, process, work) {
    /** @type {Arm[]} */
    const arms = [];
    const options = this.#armsOptions(wanted[0].variant.stack.language);
    try {
      await startArms(wanted, arms, options);
      await mixArms(arms, options);
      await work(arms);
    } finally {
      for (const [id, ending] of await stopArms(arms)) this.arms.ended(id, ending);
    }
    return arms;
  }

  /** @param {Language} language */
  #armsOptions(language) {
    const driver = this.#options.driverFor(language);
    return { ...this.#options, driver, onProblem: this.#problem.bind(this) };
  }

  /**
   * What is alarming is measured again on fresh processes, warmed as the first were: what a server was warmed on changes its
   * speed.
   *
   * @param {Language} language
   * @param {number} process
   */
  async #askAgain(language, process) {
    const all = this.#wanted(language);
    const cells = this.cells.alarming.filter(({ stack }) => has(all, stack));
    if (cells.length === 0) return;
    const names = cells.flatMap(({ alarming }) => alarming.map(({ name }) => name));
    this.#options.onDone(
      `${language}: asks fresh processes again (${process}): ${names.join(', ')}`,
    );
    for (const cell of cells) cell.askAgain();
    await this.#withArms(neededBy(cells, all), process, async (arms) => {
      for (const contract of this.#options.contracts) {
        const asked = cells.filter(({ workload }) => workload === contract.workload);
        if (asked.length === 0) continue;
        await this.#workload(contract, neededBy(asked, arms), { language, process });
      }
    });
  }

  /**
   * @param {Language} language
   * @param {Arm[]} arms
   */
  async #askRuntimes(language, arms) {
    for (const { variant } of arms.filter(({ role }) => role === 'subject')) {
      this.#options.onProgress(`${variant.id} runtime`);
      const all = await runtimeFigures(variant, this.#armsOptions(language));
      for (const [workload, figures] of all) {
        this.cells.of(variant.id, workload)?.addRuntime(figures);
      }
    }
  }

  /**
   * @param {Language} language
   * @returns {Wanted[]} the subjects, then their yardstick
   */
  #wanted(language) {
    const isOwn = (/** @type {Variant} */ { stack }) => stack.language === language;
    const subjects = this.#subjects.filter(isOwn).filter(({ id }) => !isYardstick(id));
    const yardsticks = this.#options.variants.filter(isOwn).filter(({ id }) => isYardstick(id));
    return [
      ...subjects.map((variant) => ({ variant, role: /** @type {const} */ ('subject') })),
      ...yardsticks.map((variant) => ({ variant, role: /** @type {const} */ ('reference') })),
    ];
  }

  /**
   * @param {Contract} contract
   * @param {Arm[]} all
   * @param {{ language: Language, process: number }} of
   */
  async #workload(contract, all, { language, process }) {
    const { workload } = contract;
    const began = performance.now();
    const options = this.#armsOptions(language);
    await warmArms(all, contract, options);
    const arms = all.filter(({ warm }) => warm.has(workload));
    this.#reportWarmUps(arms, workload, process);
    if (arms.length === 0) return;
    const { onProgress, onDone } = options;
    const { blocks, ratePerSecond, decidedAt } = await blocksOfWorkload(contract, arms, {
      ...options,
      cells: this.cells,
      process,
      random: this.#random,
      ...(process === 1
        ? this.#time.endsOf(this.#due(workload, language))
        : { ...NO_END, ...ANY_P99 }),
      onRecord: (record) => this.#record(record),
      onProgress: (what) => onProgress(`${language} ${workload} ${what}`),
    });
    if (process === 1) this.#time.tookFor(arms.length, decidedAt - began);
    const rate = ratePerSecond === null ? '' : `, p99 at ${Math.round(ratePerSecond)} requests/s`;
    const took = `${blocks} blocks in ${((performance.now() - began) / 1000).toFixed(1)} s`;
    onDone(`${language} ${workload}: ${took}${rate}; ${this.#verdicts(arms, workload)}`);
  }

  /**
   * @param {string} workload that is next
   * @param {Language} language
   * @returns {import('./run-time').Due[]} it and those after it
   */
  #due(workload, language) {
    const { contracts, seconds } = this.#options;
    const from = contracts.findIndex((contract) => contract.workload === workload);
    return contracts.slice(from).map((contract) => {
      const arms = this.#armsOn(language, contract);
      return {
        arms: arms.length,
        usualMillis: usualMillis({ language, arms: arms.length }, seconds),
        warmUpMillis: sum(arms.map(({ variant }) => warmUpMillisOf(variant))),
      };
    });
  }

  /**
   * @param {Language} language
   * @param {Contract} contract
   * @returns {Wanted[]} those that are measured on it
   */
  #armsOn(language, { workload }) {
    return this.#wanted(language).filter(({ variant }) => variant.workloads.includes(workload));
  }

  /**
   * @param {Language} language
   * @returns {number} of all workloads together
   */
  #armsOf(language) {
    return sum(this.#options.contracts.map((contract) => this.#armsOn(language, contract).length));
  }

  /** @param {BlockRecord} record */
  #record(record) {
    this.#write(record);
    this.arms.record(record);
  }

  /**
   * @param {Arm[]} arms that are warm on the workload
   * @param {string} workload
   * @param {number} process
   */
  #reportWarmUps(arms, workload, process) {
    for (const arm of arms) {
      const { warmUp, wrong } = warmOn(arm, workload);
      this.arms.tell(arm.variant.id, workload, { warmUp });
      for (const sample of wrong.slice(0, 1)) {
        const record = warmUpRecord(arm, workload, process, sample);
        this.#record(record);
        this.cells.addBlock([record]);
      }
    }
  }

  /**
   * @param {string} stack
   * @param {string} problem
   * @param {string} [workload] all, if none is given
   */
  #problem(stack, problem, workload) {
    if (workload === undefined) this.arms.tellOfAll(stack, { problem });
    else this.arms.tell(stack, workload, { problem });
    for (const contract of this.#options.contracts) {
      if (workload === undefined || workload === contract.workload) {
        this.cells.of(stack, contract.workload)?.addFault(problem);
      }
    }
  }

  /**
   * @param {Arm[]} arms
   * @param {string} workload
   * @returns {string} such as `3 pass, 1 fail`
   */
  #verdicts(arms, workload) {
    const verdicts = arms.flatMap(
      ({ variant }) => this.cells.of(variant.id, workload)?.outcome().verdict ?? [],
    );
    const counts = [...new Set(verdicts)].map(
      (verdict) => `${verdicts.filter((each) => each === verdict).length} ${verdict}`,
    );
    return counts.join(', ') || 'not judged';
  }
}

/**
 * @param {Wanted[]} arms
 * @param {string} stack
 */
function has(arms, stack) {
  return arms.some(({ variant }) => variant.id === stack);
}

/**
 * @template {Wanted} T
 * @param {{ stack: string }[]} cells
 * @param {T[]} arms
 * @returns {T[]} the cells' own, and the yardstick
 */
function neededBy(cells, arms) {
  return arms.filter(
    ({ variant, role }) => role === 'reference' || cells.some(({ stack }) => stack === variant.id),
  );
}

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * @param {Arm} arm
 * @param {string} workload
 * @param {number} process
 * @param {import('../drivers/tally').Sample} sample with errors
 * @returns {BlockRecord}
 */
function warmUpRecord({ variant, role }, workload, process, sample) {
  return {
    ...{ schemaVersion: '1.0', language: variant.stack.language, workload, arm: variant.id, role },
    ...{ process, block: 0, order: 0, kind: 'warm-up', invalid: null, problem: null },
    conditions: { stolenCpuShare: null, driverWaitShare: null, serverCores: 1 },
    sample: { ...sample, server: unknownUse('it is of the warm-up') },
  };
}

module.exports = { runGate };

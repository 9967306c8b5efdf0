/** Measures stacks beside their yardsticks in blocks, one side after the other, and judges them by thresholds.json. */
'use strict';

const { missingService } = require('../contracts/runnable');
const { whyNotRun } = require('../stacks');
const { isYardstick } = require('../thresholds/load-thresholds');
const { ArmOutcomes } = require('./arm-outcomes');
const { startArms, stopArms, warmArms, warmUpSecondsOf } = require('./arms');
const { openBlocks } = require('./block-records');
const { blocksOfWorkload, usualMillis } = require('./blocks-of-workload');
const { Cells } = require('./cells');
const { newSeed, randomFrom } = require('./shuffle');
const { runtimeFigures } = require('./runtime-figures');
const { unknownUse } = require('./slice');
const { timeShare } = require('./time-share');

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
 * @property {Services | null} services
 * @property {(language: Language) => DriverProcess} driverFor the same for the whole run
 * @property {import('./cores').CorePlan} cores
 * @property {number} seconds of a slice of throughput
 * @property {number} p99SecondsMax a p99 that needs a longer slice is not measured
 * @property {number} minutesMax how long blocks are begun; a little more for what speaks for harm
 * @property {Language[]} runtimes which sides' runtimes are asked about themselves, in a process of their own
 * @property {number} [seed] of the order in the blocks
 * @property {string | null} blocksFile where the raw blocks go
 * @property {(what: string) => void} onProgress
 * @property {(what: string) => void} onDone a workload of a side is measured
 */

/** @typedef {RunOutcome & { seed: number, arms: import('./arm-outcomes').ArmOutcome[] }} GateOutcome */

/** Of the run's time, on top, for what speaks for harm and is not yet decided. */
const SUSPECTS_EXTRA = 0.25;

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
  #endsAt;

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
    this.#endsAt = performance.now() + options.minutesMax * 60_000;
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
    const options = {
      ...this.#options,
      driver: this.#options.driverFor(language),
      onProblem: this.#problem.bind(this),
    };
    /** @type {Arm[]} */
    const arms = [];
    try {
      await startArms(this.#wanted(language), arms, options);
      await warmArms(arms, options);
      this.#reportWarmUps(arms);
      for (const contract of this.#options.contracts) {
        await this.#workload(contract, arms, language);
      }
    } finally {
      for (const [id, ending] of await stopArms(arms)) this.arms.tellOfAll(id, ending);
    }
    if (this.#options.runtimes.includes(language)) await this.#askRuntimes(arms, options);
  }

  /**
   * @param {Arm[]} arms
   * @param {Parameters<typeof runtimeFigures>[1]} options
   */
  async #askRuntimes(arms, options) {
    for (const { variant } of arms.filter(({ role }) => role === 'subject')) {
      this.#options.onProgress(`${variant.id} runtime`);
      for (const [workload, figures] of await runtimeFigures(variant, options)) {
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
   * @param {Language} language
   */
  async #workload(contract, all, language) {
    const { workload } = contract;
    const arms = all.filter(({ warm }) => warm.has(workload));
    if (arms.length === 0) return;
    const { onProgress, onDone, minutesMax, driverFor } = this.#options;
    const began = performance.now();
    const { blocks, ratePerSecond } = await blocksOfWorkload(contract, arms, {
      ...this.#options,
      cells: this.cells,
      driver: driverFor(language),
      random: this.#random,
      ...this.#timesOf(workload, language),
      suspectsEndAt: this.#endsAt + SUSPECTS_EXTRA * minutesMax * 60_000,
      onRecord: (record) => this.#record(record),
      onProgress: (what) => onProgress(`${language} ${workload} ${what}`),
    });
    const rate = ratePerSecond === null ? '' : `, p99 at ${Math.round(ratePerSecond)} requests/s`;
    const took = `${blocks} blocks in ${((performance.now() - began) / 1000).toFixed(1)} s`;
    onDone(`${language} ${workload}: ${took}${rate}; ${this.#verdicts(arms, workload)}`);
  }

  /**
   * @param {string} workload that is next
   * @param {Language} language
   * @returns {{ endsAt: number, spareUntil: number }} by performance.now()
   */
  #timesOf(workload, language) {
    const { contracts, seconds } = this.#options;
    const from = contracts.findIndex((contract) => contract.workload === workload);
    const later = this.languages.slice(this.languages.indexOf(language) + 1);
    const left = [
      ...this.#armsOn(language, contracts.slice(from)),
      ...later.flatMap((side) => this.#armsOn(side, contracts)),
    ];
    const warmUps = later.flatMap((side) =>
      this.#wanted(side).map(({ variant }) => warmUpSecondsOf(variant, contracts) * 1000),
    );
    const usual = left.slice(1).map((arms) => usualMillis(arms, seconds));
    const blocksEndAt = this.#endsAt - sum(warmUps);
    const now = performance.now();
    return {
      endsAt: now + timeShare(left, blocksEndAt - now),
      spareUntil: blocksEndAt - sum(usual),
    };
  }

  /**
   * @param {Language} language
   * @param {Contract[]} contracts
   * @returns {number[]} how many arms are measured on each
   */
  #armsOn(language, contracts) {
    const wanted = this.#wanted(language).map(({ variant }) => variant);
    return contracts.map(
      ({ workload }) => wanted.filter(({ workloads }) => workloads.includes(workload)).length,
    );
  }

  /** @param {BlockRecord} record */
  #record(record) {
    this.#write(record);
    this.arms.record(record);
  }

  /** @param {Arm[]} arms */
  #reportWarmUps(arms) {
    for (const arm of arms) {
      for (const [workload, { warmUp, wrong }] of arm.warm) {
        this.arms.tell(arm.variant.id, workload, { warmUp });
        for (const sample of wrong.slice(0, 1)) {
          const record = warmUpRecord(arm, workload, sample);
          this.#record(record);
          this.cells.addBlock([record]);
        }
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

/** @param {number[]} values */
function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/**
 * @param {Variant[]} subjects
 * @param {GateOptions} options
 * @returns {import('./cells').Place[]} what can be measured on this machine
 */
function placesOf(subjects, { contracts, services }) {
  const running = subjects.filter((each) => !isYardstick(each.id) && whyNotRun(each) === null);
  return running.flatMap(({ id, workloads }) =>
    contracts
      .filter((contract) => workloads.includes(contract.workload))
      .filter((contract) => missingService(contract, services) === null)
      .map(({ workload }) => ({ stack: id, workload })),
  );
}

/**
 * @param {Arm} arm
 * @param {string} workload
 * @param {import('../drivers/tally').Sample} sample with errors
 * @returns {BlockRecord}
 */
function warmUpRecord({ variant, role }, workload, sample) {
  return {
    ...{ schemaVersion: '1.0', language: variant.stack.language, workload, arm: variant.id, role },
    ...{ block: 0, order: 0, kind: 'warm-up', invalid: null, problem: null },
    conditions: { stolenCpuShare: null, driverWaitShare: null, serverCores: 1 },
    sample: { ...sample, server: unknownUse('it is of the warm-up') },
  };
}

module.exports = { runGate };

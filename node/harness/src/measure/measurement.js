/** The engine: a plan becomes sets of processes, rounds of slices, and what is found of each comparison. */
'use strict';

const { planCores } = require('../instruments/cores');
const { sessionsShareCores } = require('../instruments/sessions');
const { runtimeFigures } = require('./runtime-figures');
const { SETS_MAX } = require('./decision');
const { Drivers } = require('./drivers');
const { measureProcessSet } = require('./process-set');
const { Records } = require('./records');
const { ServersReport } = require('./servers-report');
const { newSeed, randomFrom } = require('./shuffle');
const { limitsSoFar } = require('./so-far');
const { Verdicts } = require('./verdicts');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('./comparison').Comparison} Comparison
 * @typedef {import('./plan').Group} Group
 * @typedef {import('./plan').Plan} Plan
 */

/**
 * @typedef {object} MeasureOptions
 * @property {string} root the house
 * @property {Services | null} services
 * @property {number} seconds of a slice of throughput
 * @property {number} p99SecondsMax a p99 that needs a longer slice is not measured
 * @property {number} minutesMax how long blocks are begun; a quarter more for what speaks for harm
 * @property {number} [leastWarmUpSeconds] of each workload
 * @property {boolean} [isRuntimeAsked] whether runtimes are asked about themselves, in processes of their own
 * @property {number} [seed] of the order in the blocks
 * @property {string | null} [blocksFile] where the raw blocks go
 * @property {import('./records').SliceRecord[]} [earlier] of a run that this one goes on with
 * @property {import('./records').Compared} [compared] the two revisions, where the raw blocks are of two
 * @property {(what: string) => void} onProgress
 * @property {(what: string) => void} onDone a set of processes is measured
 * @property {(soFar: import('./so-far').SoFar) => void} [onSoFar] all limits at first, then those of what was measured
 */

/** @typedef {import('./verdicts').RunOutcome & { seed: number, servers: import('./servers-report').ServerReport[] }} Measured */

/** Of the run's time, on top, for what speaks for harm and is not yet decided. */
const SUSPECTS_EXTRA = 0.25;

/**
 * @param {Plan} plan
 * @param {MeasureOptions} options
 * @returns {Promise<Measured>}
 */
async function measure(plan, options) {
  const cores = planCores();
  const drivers = new Drivers({ root: options.root, cores: cores.driver });
  const records = new Records(options.blocksFile, options.earlier, options.compared);
  const run = new Measurement(plan, options, { cores, drivers, records });
  try {
    run.tellSoFar(run.verdicts.comparisons);
    for (const group of plan.groups) await run.measure(group);
  } finally {
    records.close();
    await drivers.stop();
  }
  return run.outcome();
}

class Measurement {
  #endsAt;
  #random;

  /**
   * @param {Plan} plan
   * @param {MeasureOptions} options
   * @param {{ cores: import('../instruments/cores').CorePlan, drivers: Drivers, records: Records }} means
   */
  constructor(plan, options, { cores, drivers, records }) {
    this.plan = plan;
    this.options = options;
    this.cores = cores;
    this.drivers = drivers;
    this.records = records;
    this.seed = options.seed ?? newSeed();
    this.#random = randomFrom(this.seed);
    this.#endsAt = performance.now() + options.minutesMax * 60_000;
    const arms = plan.groups.flatMap(({ subjects, reference }) => [...subjects, reference ?? []]);
    this.report = new ServersReport(arms.flat());
    const { comparisons, gate } = plan;
    const places = comparisons.map(({ group, subject, contract, metrics }) => ({
      place: { group, subject: subject.id, workload: contract.workload },
      metrics,
    }));
    this.verdicts = new Verdicts(places, gate, records, { isPaired: plan.isPaired });
    this.verdicts.comparisons.forEach((comparison, at) => this.#leaveOut(comparison, at));
  }

  /**
   * What cannot be measured here, or is left to another run, is told and not measured.
   *
   * @param {Comparison} comparison
   * @param {number} at its place in the plan
   */
  #leaveOut(comparison, at) {
    const { whyNot, group, contract } = this.plan.comparisons[at];
    if (whyNot !== null) comparison.leaveAll(whyNot);
    const reference = this.plan.groups.find(({ name }) => name === group)?.reference;
    if (reference === null) comparison.leaveRelative('there is no reference for it');
    if (reference && !reference.workloads.includes(contract.workload)) {
      comparison.leaveRelative(`${reference.id} has no ${contract.workload}`);
    }
  }

  /** @param {Group} group */
  async measure(group) {
    const began = performance.now();
    const share = this.#shareOf(group) - began;
    const own = this.#comparisonsOf(group).filter(({ isMeasured }) => isMeasured);
    const { sets, isPaired } = this.plan;
    const before = Math.max(0, ...own.map((comparison) => comparison.sets.length));
    for (let process = before + 1; process <= sets; process++) {
      const open = own.filter((comparison) => comparison.isOpen(process));
      const endsAt = began + (isPaired ? share : (share * process) / sets);
      if (open.length === 0 || (isPaired && performance.now() >= endsAt)) break;
      // A pair that was begun is measured whole: half of it would be as dear, and no block of the judge.
      await this.#set(group, open, process, isPaired ? Infinity : endsAt);
    }
    const measuredAt = performance.now();
    if (sets === 1 && !isPaired) await this.#askAgain(group, own);
    // What was asked twice takes no time from the others.
    this.#endsAt += performance.now() - measuredAt;
    this.tellSoFar(own);
    if (this.options.isRuntimeAsked) await this.#askRuntimes(group);
  }

  /** @param {Comparison[]} comparisons that were measured */
  tellSoFar(comparisons) {
    this.options.onSoFar?.({ limits: comparisons.flatMap(limitsSoFar), endsAt: this.#endsAt });
  }

  /** @returns {Measured} */
  outcome() {
    const outcome = this.verdicts.outcome();
    return { ...outcome, seed: this.seed, servers: this.report.all(this.records) };
  }

  /**
   * What is alarming is measured again on fresh processes, which are warmed for longer where they still compile.
   *
   * @param {Group} group
   * @param {Comparison[]} own
   */
  async #askAgain(group, own) {
    for (let process = 2; process <= SETS_MAX; process++) {
      const names = own.flatMap((comparison) => comparison.alarms(process - 1));
      if (names.length === 0) return;
      const asked = [...new Set(names)].join(', ');
      this.options.onDone(`${group.name}: asks fresh processes again: ${asked}`);
      const alarming = own.filter((comparison) => comparison.alarms(process - 1).length > 0);
      await this.#set(group, alarming, process, Infinity);
    }
  }

  /**
   * @param {Group} group
   * @param {Comparison[]} comparisons
   * @param {number} process
   * @param {number} endsAt by performance.now()
   */
  async #set(group, comparisons, process, endsAt) {
    const { services, seconds, p99SecondsMax, minutesMax, leastWarmUpSeconds } = this.options;
    const began = performance.now();
    const [{ stack }] = group.subjects;
    // A server that is warmed takes about a core, whatever the machine has.
    const warmUpDrivers = this.drivers.several(stack.language, this.cores.all.length || 1);
    const [driver] = warmUpDrivers;
    const { sets, isWarmedLong, isPaired } = this.plan;
    await measureProcessSet(group, comparisons, this.plan.contracts, {
      process,
      seconds,
      // What was measured once can be afforded again.
      p99SecondsMax: process === 1 ? p99SecondsMax : Number.MAX_VALUE,
      endsAt,
      suspectsEndAt: endsAt + SUSPECTS_EXTRA * minutesMax * 60_000,
      leastWarmUpSeconds,
      isWarmedLong: isWarmedLong || (sets === 1 && process > 1),
      warmUpDrivers,
      warmedOn: this.plan.warmedOn,
      records: this.records,
      report: this.report,
      random: this.#random,
      tools: { driver, services, cores: this.cores },
      isPaired,
      isSharedFairly: sessionsShareCores(),
      onProgress: (what) =>
        this.options.onProgress(`${group.name} ${this.#setName(process)}${what}`),
      onBlock: (measured) => {
        // Half a pair says nothing.
        if (!isPaired) this.tellSoFar(measured);
      },
    });
    this.tellSoFar(comparisons);
    const took = ((performance.now() - began) / 1000).toFixed(1);
    this.options.onDone(`${group.name}: ${verdictsOf(comparisons)}, in ${took} s`);
  }

  /**
   * @param {number} process
   * @returns {string} such as `pair 3, `; empty for the only set that is planned
   */
  #setName(process) {
    const { sets, isPaired } = this.plan;
    if (isPaired) return `pair ${process}, `;
    if (sets > 1) return `processes ${process} of ${sets}, `;
    return process > 1 ? 'asks fresh processes again, ' : '';
  }

  /**
   * @param {Group} group that is next
   * @returns {number} by performance.now(), when its time is used up: groups share it by what they measure
   */
  #shareOf(group) {
    const { groups } = this.plan;
    const left = groups.slice(groups.indexOf(group));
    const weights = left.map((each) => this.#comparisonsOf(each).length);
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const now = performance.now();
    return all === 0 ? now : now + ((this.#endsAt - now) * weights[0]) / all;
  }

  /** @param {Group} group */
  #comparisonsOf({ name }) {
    return this.verdicts.comparisons.filter(({ place }) => place.group === name);
  }

  /** @param {Group} group */
  async #askRuntimes(group) {
    const { services } = this.options;
    for (const variant of group.subjects) {
      const own = this.#comparisonsOf(group).filter(
        ({ subject, isMeasured }) => subject === variant.id && isMeasured,
      );
      if (own.length === 0) continue;
      this.options.onProgress(`${variant.id} runtime`);
      const { contracts } = this.plan;
      const driver = this.drivers.for(variant.stack.language);
      const asked = contracts.filter(({ workload }) =>
        own.some((each) => each.workload === workload),
      );
      const all = await runtimeFigures(variant, {
        contracts: asked,
        services,
        driver,
        cores: this.cores,
      });
      for (const comparison of own) {
        const figures = all.get(comparison.workload);
        if (figures) comparison.addRuntime(figures);
      }
    }
  }
}

/**
 * @param {Comparison[]} comparisons
 * @returns {string} such as `38 pass, 1 fail`
 */
function verdictsOf(comparisons) {
  const verdicts = comparisons.map((comparison) => comparison.outcome().verdict ?? 'not judged');
  const counts = [...new Set(verdicts)].map(
    (verdict) => `${verdicts.filter((each) => each === verdict).length} ${verdict}`,
  );
  return counts.join(', ');
}

module.exports = { measure };

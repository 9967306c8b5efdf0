/** An arm: one server of a set of processes, started, warmed once on everything that it is measured on, and stopped. */
'use strict';

const { startServer } = require('../stacks');
const { CompilerWatch } = require('../instruments/compiler-watch');
const { serviceUrls } = require('../instruments/service-use');
const { isBare } = require('./bare');
const { loadFor } = require('./load');
const { endOf, stopAndTell } = require('./server-end');
const { RAMP_SECONDS } = require('./slice');
const { isSteady } = require('./steady');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../contracts/load-contracts').Load} Load
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 */

/**
 * @typedef {object} Arm
 * @property {Variant} variant
 * @property {'subject' | 'reference'} role
 * @property {Contract[]} contracts that it is measured on
 * @property {Server} server
 * @property {CompilerWatch} compilers
 * @property {Map<string, Load>} loads by workload, as a driver needs them
 */

/** @typedef {Pick<Arm, 'variant' | 'role' | 'contracts'>} WantedArm */

/**
 * @typedef {object} WarmUp
 * @property {number} seconds that the workload was loaded for
 * @property {boolean} settled whether its speed had levelled off then
 */

/**
 * What came of a workload's warm-up; `wrong` is the first slice with errors, `problem` why there was none.
 *
 * @typedef {{ warmUp: WarmUp, wrong: Sample | null, problem: string | null }} Warmed
 */

/**
 * Seconds, at least: for what every request needs, and for what each workload needs besides. Node compiles within two. The slices go
 * through all workloads in turn, because what a JVM has met changes its speed.
 */
const WARM_UP = {
  java: { first: 4, each: 0.8, slice: 0.15 },
  node: { first: 2, each: 0.25, slice: 0.1 },
};
/**
 * A JVM that compiles does a quarter of what it will do: so much longer it is warmed. Some are warm in seconds; where Spring's need a
 * minute, on a slow machine, the rest is compiled between slices.
 */
const COMPILED_WITHIN_SECONDS = 25;
/** Nobody is to fail for being young, and limits are those of warm servers: who is asked again or calibrated has this long for each workload. */
const COMPILED_WITHIN_SECONDS_LONG = 75;

/**
 * @param {WantedArm} wanted
 * @param {Services | null} services
 * @returns {Promise<Arm>}
 * @throws {Error} it did not start
 */
async function startArm({ variant, role, contracts }, services) {
  const server = await startServer(variant, { env: serviceUrls(services, contracts) });
  const compilers = new CompilerWatch(() => server.pids());
  return { variant, role, contracts, server, compilers, loads: new Map() };
}

/**
 * Loads an arm on all cores, where a JVM's compiler has room. A limit has to hold whether two workloads are measured or
 * all: so it is warmed on the others too, as far as they need no service. Where it still compiles, the time is for what it is measured on.
 *
 * @param {Arm} arm gets its loads
 * @param {Contract[]} others that it speaks, and is not measured on
 * @param {{ driver: DriverProcess, leastSeconds?: number, isWarmedLong?: boolean }} how `leastSeconds` for each workload
 * @returns {Promise<Map<string, Warmed>>} by workload, of those that are measured
 */
async function warmUp(arm, others, { driver, leastSeconds = 0, isWarmedLong = false }) {
  const { server, variant, contracts, compilers } = arm;
  const { first, each, slice } = WARM_UP[variant.stack.language];
  const all = [...contracts, ...others].map((contract) => new WorkloadWarmUp(contract));
  for (const workload of all) await workload.prepare(server);
  const own = all.slice(0, contracts.length);
  const endsAt = performance.now() + (first + each * all.length) * 1000;
  const compiledWithin = isWarmedLong
    ? COMPILED_WITHIN_SECONDS_LONG * own.length
    : COMPILED_WITHIN_SECONDS;
  const compiledBy = endsAt + compiledWithin * 1000;
  const isCompiling = () => performance.now() < compiledBy && compilers.isCompiling;
  const isCold = (/** @type {WorkloadWarmUp} */ workload) =>
    performance.now() < endsAt || (own.includes(workload) && isCompiling());
  const goesOn = (/** @type {WorkloadWarmUp} */ workload) =>
    workload.isFit && (isCold(workload) || workload.seconds < leastSeconds);
  while (server.running && all.some(goesOn)) {
    for (const workload of all.filter(goesOn)) {
      await workload.load(server, driver, slice);
      await compilers.letFinish();
    }
  }
  for (const { contract, work } of own) if (work) arm.loads.set(contract.workload, work);
  return new Map(own.map((workload) => [workload.contract.workload, workload.outcome(server)]));
}

class WorkloadWarmUp {
  /** @type {Load | null} */
  work = null;
  seconds = 0;
  #hasMetOne = false;
  /** @type {number[]} */
  #speeds = [];
  /** @type {Sample | null} */
  #wrong = null;
  /** @type {string | null} */
  #problem = null;

  /** @param {Contract} contract */
  constructor(contract) {
    this.contract = contract;
  }

  /** @returns {boolean} whether there is more to load it with */
  get isFit() {
    return this.work !== null && this.#problem === null;
  }

  /** @param {Server} server */
  async prepare(server) {
    await this.#noting(async () => {
      this.work = await loadFor(this.contract, server);
    });
  }

  /**
   * One client first, then as many as the load has.
   *
   * @param {Server} server
   * @param {DriverProcess} driver
   * @param {number} seconds
   */
  async load(server, driver, seconds) {
    const work = /** @type {Load} */ (this.work);
    const isFirst = !this.#hasMetOne;
    // A cold server that meets a crowd on a busy machine may have no time to answer all of it.
    const load = isFirst ? { ...work, connections: 1 } : work;
    await this.#noting(async () => {
      const began = performance.now();
      const sample = await driver.run({
        url: server.baseUrl,
        seconds,
        rampSeconds: RAMP_SECONDS,
        load,
      });
      this.seconds += (performance.now() - began) / 1000;
      this.#hasMetOne ||= sample.responses > 0;
      if (!isFirst) this.#speeds.push(sample.requestsPerSecond);
      if (sample.errors.total > 0) this.#wrong ??= sample;
    });
  }

  /**
   * @param {Server} server
   * @returns {Warmed}
   */
  outcome(server) {
    const warmed = { seconds: this.seconds, settled: isSteady(this.#speeds) };
    return { warmUp: warmed, wrong: this.#wrong, problem: endOf(server) ?? this.#problem };
  }

  /** @param {() => Promise<void>} work */
  async #noting(work) {
    try {
      await work();
    } catch (error) {
      this.#problem = /** @type {Error} */ (error).message;
    }
  }
}

/**
 * @param {Arm} arm
 * @returns {Promise<{ leftBehind: string[], stderr: string | null }>}
 */
async function stopArm({ server, variant }) {
  const { leftBehind, stderr } = await stopAndTell(server, { isBare: isBare(variant) });
  return { leftBehind, stderr: stderr || null };
}

module.exports = { startArm, warmUp, stopArm };

/** Measures one workload in blocks, each of every arm once and in random order: throughput until it is decided, then p99. */
'use strict';

const { warmOn } = require('./arms');
const { underConditions } = require('./conditions');
const { openLoopRate } = require('./open-loop-rate');
const { endOf } = require('./server-end');
const { countedSlice } = require('./service-use');
const { shuffled } = require('./shuffle');
const { measureSlice } = require('./slice');
const { median } = require('./steady');
const { whyInvalid } = require('./why-invalid');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./arms').Arm} Arm
 * @typedef {import('./block-records').BlockRecord} BlockRecord
 * @typedef {import('./cells').Cells} Cells
 */

/**
 * @typedef {object} BlocksOptions
 * @property {Cells} cells
 * @property {number} process which set of processes the arms are
 * @property {import('../services/services').Services | null} services
 * @property {import('./driver-process').DriverProcess} driver
 * @property {import('./cores').CorePlan} cores
 * @property {number} seconds of a slice of throughput
 * @property {number} p99SecondsMax a p99 that needs a longer slice is not measured
 * @property {() => number} random
 * @property {number} endsAt by performance.now(): when the workload's time is used up
 * @property {number} spareUntil the same for p99: what later workloads need at least comes after it
 * @property {number} suspectsEndAt the same for what speaks for harm and is not decided
 * @property {(record: BlockRecord) => void} onRecord
 * @property {(what: string) => void} onProgress
 */

/** Short slices too must not begin with the opening of connections. */
const RAMP_SECONDS = 0.05;
/**
 * Rounds of slices that are in no harm: on fewer cores a server needs a moment to find its pace again, a JVM with its compiler a
 * longer one, and each in turn, as in the blocks: what has rested is slow at first.
 */
const SETTLE_ROUNDS = { java: 8, node: 2 };
const SETTLE_SLICE_SECONDS = 0.15;
/** What passes does so in about as many blocks; that is what a p99 must be affordable for. */
const USUAL_BLOCKS = 8;
/** Connections are opened and closed, and the machine is looked at. */
const SLICE_OVERHEAD_SECONDS = 0.08;
/** Noise asks for some more blocks. */
const MARGIN = 1.25;
const NO_RATE = 'no throughput is known by which to choose a rate';

/**
 * @param {Contract} contract
 * @param {Arm[]} arms those that are warm on it
 * @param {BlocksOptions} options
 * @returns {Promise<{ ratePerSecond: number | null, blocks: number, decidedAt: number }>} when throughput was, by performance.now()
 */
async function blocksOfWorkload(contract, arms, options) {
  const run = new WorkloadRun(contract, arms, options);
  await run.settle();
  await run.measure('throughput');
  const decidedAt = performance.now();
  if (run.planP99()) await run.measure('p99');
  return { ratePerSecond: run.ratePerSecond, blocks: run.blocks, decidedAt };
}

class WorkloadRun {
  blocks = 0;
  /** @type {number | null} of the open loop, where there is one */
  ratePerSecond = null;
  #p99Seconds = 0;
  #endsAt;
  /** @type {Map<string, number[]>} What each arm did in a closed loop. */
  #speeds = new Map();

  /**
   * @param {Contract} contract
   * @param {Arm[]} arms
   * @param {BlocksOptions} options
   */
  constructor(contract, arms, options) {
    this.contract = contract;
    this.arms = arms;
    this.options = options;
    this.#endsAt = options.endsAt;
  }

  /** Loads the arms in turn on the cores that they are measured on. */
  async settle() {
    const [{ variant }] = this.arms;
    for (let round = 1; round <= SETTLE_ROUNDS[variant.stack.language]; round++) {
      for (const arm of this.arms) await this.#settle(arm);
    }
  }

  /** @param {Arm} arm */
  async #settle(arm) {
    const { load } = warmOn(arm, this.contract.workload);
    const slice = { url: arm.server.baseUrl, load, seconds: SETTLE_SLICE_SECONDS };
    try {
      const sample = await this.options.driver.run({ ...slice, rampSeconds: RAMP_SECONDS });
      this.#addSpeed(arm.variant.id, sample.requestsPerSecond);
    } catch {
      // The first block meets the same, and tells it.
    }
  }

  /**
   * @param {string} arm
   * @param {number} requestsPerSecond
   */
  #addSpeed(arm, requestsPerSecond) {
    this.#speeds.set(arm, [...(this.#speeds.get(arm) ?? []), requestsPerSecond]);
  }

  /** @param {SliceKind} kind of slices, until they have decided what they can */
  async measure(kind) {
    const first = this.blocks;
    while (this.#goesOn(kind, this.blocks > first)) {
      this.blocks++;
      const wanted = this.arms.filter((arm) => this.#isWanted(arm, kind));
      this.options.onProgress(
        `block ${this.blocks} (${kind}), ${this.#needing(kind).length} undecided`,
      );
      this.options.cells.addBlock(await this.#slices(wanted, kind));
    }
  }

  /**
   * @param {SliceKind} kind
   * @param {boolean} isBegun
   * @returns {boolean} whether another block is worth its time
   */
  #goesOn(kind, isBegun) {
    const needing = this.#needing(kind);
    if (needing.length === 0) return false;
    if (!isBegun || performance.now() < this.#endsAt) return true;
    const isSuspect = needing.some((cell) => cell.isSuspect(kind));
    return isSuspect && performance.now() < this.options.suspectsEndAt;
  }

  /**
   * @param {SliceKind} kind
   * @returns {import('./cell').Cell[]} those whose verdict another slice may change
   */
  #needing(kind) {
    return this.#cells.filter((cell) => cell.needs(kind));
  }

  get #cells() {
    const { workload } = this.contract;
    return this.arms.flatMap(({ variant }) => this.options.cells.of(variant.id, workload) ?? []);
  }

  /**
   * @param {Arm} arm
   * @param {SliceKind} kind
   * @returns {boolean} whether a slice of it may change a verdict
   */
  #isWanted({ variant, role }, kind) {
    const needing = this.#needing(kind);
    return role === 'reference'
      ? needing.length > 0
      : needing.some(({ stack }) => stack === variant.id);
  }

  /**
   * @param {Arm[]} arms
   * @param {SliceKind} kind
   * @returns {Promise<BlockRecord[]>}
   */
  async #slices(arms, kind) {
    const records = [];
    for (const [order, arm] of shuffled(arms, this.options.random).entries()) {
      const record = await this.#slice(arm, { kind, block: this.blocks, order });
      if (kind === 'throughput') {
        this.#addSpeed(arm.variant.id, record.sample?.requestsPerSecond ?? 0);
      }
      this.options.onRecord(record);
      records.push(record);
    }
    return records;
  }

  /**
   * The rate is one for all arms, and fixed for the run of the workload.
   *
   * @returns {boolean} whether there is to be a p99
   */
  planP99() {
    const cells = this.#needing('p99');
    if (cells.length === 0) return false;
    const rate = openLoopRate([...this.#speeds.values()].map(median));
    const why = rate === null ? NO_RATE : this.#plan(rate, cells.length + 1);
    if (why === null) return true;
    for (const cell of cells) cell.leaveUnmeasured('p99', why);
    return false;
  }

  /**
   * @param {{ perSecond: number, sliceSeconds: number }} rate
   * @param {number} arms
   * @returns {string | null} why there is no time for it
   */
  #plan({ perSecond, sliceSeconds }, arms) {
    const { p99SecondsMax, spareUntil } = this.options;
    const doneAt = performance.now() + arms * millisOfSlice(sliceSeconds) * USUAL_BLOCKS * MARGIN;
    if (sliceSeconds > p99SecondsMax || doneAt > spareUntil) {
      return `a slice takes ${sliceSeconds.toFixed(1)} s, and the run has no time for that (--full, --max-minutes)`;
    }
    this.#endsAt = Math.max(this.#endsAt, doneAt);
    this.ratePerSecond = perSecond;
    this.#p99Seconds = sliceSeconds;
    return null;
  }

  /**
   * @param {Arm} arm
   * @param {{ kind: SliceKind, block: number, order: number }} place
   * @returns {Promise<BlockRecord>}
   */
  async #slice(arm, { kind, block, order }) {
    const { variant, role, server } = arm;
    const { workload } = this.contract;
    const { language } = variant.stack;
    const record = {
      ...{ schemaVersion: /** @type {const} */ ('1.0'), language, workload },
      ...{ process: this.options.process, block, order },
      ...{ arm: variant.id, role, kind },
    };
    try {
      return { ...record, ...(await this.#measured(arm, kind)) };
    } catch (error) {
      const ended = endOf(server);
      const serverCores = this.#serverCores;
      return {
        ...record,
        conditions: { stolenCpuShare: null, driverWaitShare: null, serverCores },
        invalid: ended === null ? /** @type {Error} */ (error).message : null,
        problem: ended,
        sample: null,
      };
    }
  }

  /**
   * @param {Arm} arm
   * @param {SliceKind} kind
   */
  async #measured(arm, kind) {
    const { driver, services, seconds } = this.options;
    const { server } = arm;
    if (!server.running) throw new Error('the server is not there');
    const { load } = warmOn(arm, this.contract.workload);
    const how =
      kind === 'p99'
        ? { seconds: this.#p99Seconds, ratePerSecond: Number(this.ratePerSecond) }
        : { seconds };
    const backing = { services, service: this.contract.service };
    const watched = { driverPid: driver.pid, serverCores: this.#serverCores };
    const { sample: counted, conditions } = await underConditions(watched, () =>
      countedSlice(backing, load, () =>
        measureSlice({ driver, server, load, rampSeconds: RAMP_SECONDS, ...how }),
      ),
    );
    return {
      conditions,
      invalid: whyInvalid(kind, counted.sample, conditions),
      problem: endOf(server) ?? counted.problem,
      sample: counted.sample,
    };
  }

  get #serverCores() {
    const { servers, all } = this.options.cores;
    return (servers ?? all).length || 1;
  }
}

/**
 * @param {{ language: 'node' | 'java', arms: number }} of
 * @param {number} seconds of a slice of throughput
 * @returns {number} milliseconds in which throughput alone is usually decided, once all are warm
 */
function usualMillis({ language, arms }, seconds) {
  const settling = SETTLE_ROUNDS[language] * millisOfSlice(SETTLE_SLICE_SECONDS);
  return arms * (settling + USUAL_BLOCKS * MARGIN * millisOfSlice(seconds));
}

/** @param {number} seconds of its window */
function millisOfSlice(seconds) {
  return (seconds + RAMP_SECONDS + SLICE_OVERHEAD_SECONDS) * 1000;
}

module.exports = { blocksOfWorkload, usualMillis };

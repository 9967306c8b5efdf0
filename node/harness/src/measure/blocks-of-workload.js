/** Measures one workload in blocks: every arm once, in random order, throughput then p99, until all is decided. */
'use strict';

const { warmOn } = require('./arms');
const { underConditions } = require('./conditions');
const { P99_REQUESTS_MIN } = require('./harm');
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
/** A server that stalls once a second must show it in every slice: were it in one of three, the two would be believed. */
const P99_SECONDS_MIN = 1;
/** A few more than needed, since the window cuts some. */
const P99_REQUESTS = 1.05 * P99_REQUESTS_MIN;
/** Of the slowest arm's capacity: there a queue is short, and still tells of a server that stalls. */
const RATE_SHARE = 0.5;
/**
 * No more than the shortest slice needs: after a stall of the server its answers come in a bunch, and while the driver reads
 * them it sends nothing. At this rate that makes it late by less than a tenth of the stall; at half of what a fast server does, by half of it.
 */
const RATE_MAX = P99_REQUESTS / P99_SECONDS_MIN;
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

/**
 * @param {Contract} contract
 * @param {Arm[]} arms those that are warm on it
 * @param {BlocksOptions} options
 * @returns {Promise<{ ratePerSecond: number | null, blocks: number }>}
 */
async function blocksOfWorkload(contract, arms, options) {
  const { cells, onProgress } = options;
  const run = new WorkloadRun(contract, arms, options);
  await run.settle();
  let block = 0;
  while (run.goesOn(block)) {
    block++;
    onProgress(`block ${block}, ${arms.filter((arm) => run.isWanted(arm)).length - 1} undecided`);
    const throughput = await run.slices('throughput', block);
    if (block === 1) run.planP99(throughput);
    const p99 = run.ratePerSecond === null ? [] : await run.slices('p99', block);
    cells.addBlock([...throughput, ...p99]);
  }
  return { ratePerSecond: run.ratePerSecond, blocks: block };
}

class WorkloadRun {
  /** @type {number | null} */
  ratePerSecond = null;
  #p99Seconds = 0;
  #endsAt;
  /** When the first block began. */
  #began = 0;
  /** @type {Map<string, number[]>} What each arm did until its rate is planned. */
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
    this.#began = performance.now();
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

  /**
   * @param {number} block how many there were
   * @returns {boolean} whether another one is worth its time
   */
  goesOn(block) {
    const { cells, suspectsEndAt } = this.options;
    const { workload } = this.contract;
    const open = this.arms.flatMap(({ variant }) => cells.of(variant.id, workload) ?? []);
    const needing = open.filter((cell) => cell.needs('throughput') || cell.needs('p99'));
    if (needing.length === 0) return false;
    if (block === 0 || performance.now() < this.#endsAt) return true;
    return needing.some((cell) => cell.isSuspect) && performance.now() < suspectsEndAt;
  }

  /**
   * @param {Arm} arm
   * @param {SliceKind} [kind] any, if none is given
   * @returns {boolean} whether a slice of it may change a verdict
   */
  isWanted({ variant, role }, kind) {
    const needs = (/** @type {string} */ stack) => {
      const cell = this.options.cells.of(stack, this.contract.workload);
      if (!cell) return false;
      return kind ? cell.needs(kind) : cell.needs('throughput') || cell.needs('p99');
    };
    return role === 'subject' ? needs(variant.id) : this.arms.some((arm) => needs(arm.variant.id));
  }

  /**
   * @param {SliceKind} kind
   * @param {number} block
   * @returns {Promise<BlockRecord[]>}
   */
  async slices(kind, block) {
    const records = [];
    const wanted = this.arms.filter((arm) => this.isWanted(arm, kind));
    for (const [order, arm] of shuffled(wanted, this.options.random).entries()) {
      const record = await this.#slice(arm, { kind, block, order });
      this.options.onRecord(record);
      records.push(record);
    }
    return records;
  }

  /**
   * The rate is one for all arms, and fixed for the run of the workload.
   *
   * @param {BlockRecord[]} throughput of the first block
   */
  planP99(throughput) {
    const { cells, p99SecondsMax, spareUntil } = this.options;
    const { workload } = this.contract;
    const wanting = this.arms.filter(({ variant }) => cells.of(variant.id, workload)?.has('p99'));
    if (wanting.length === 0) return;
    for (const { arm, sample } of throughput) this.#addSpeed(arm, sample?.requestsPerSecond ?? 0);
    const capacities = [...this.#speeds.values()].map(median).filter((speed) => speed > 0);
    const rate =
      capacities.length > 0 ? Math.min(RATE_MAX, RATE_SHARE * Math.min(...capacities)) : 0;
    const seconds = Math.max(P99_SECONDS_MIN, P99_REQUESTS / rate);
    const ofBlock = (performance.now() - this.#began) / 1000 + seconds * (wanting.length + 1);
    const doneAt = performance.now() + ofBlock * USUAL_BLOCKS * MARGIN * 1000;
    if (seconds <= p99SecondsMax && doneAt <= spareUntil) {
      this.#endsAt = Math.max(this.#endsAt, doneAt);
      this.ratePerSecond = rate;
      this.#p99Seconds = seconds;
      return;
    }
    const why = `a slice takes ${seconds.toFixed(1)} s, and the run has no time for that (--full, --max-minutes)`;
    for (const { variant } of wanting) cells.of(variant.id, workload)?.leaveUnmeasured('p99', why);
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
 * @param {number} arms
 * @param {number} seconds of a slice of throughput
 * @returns {number} milliseconds in which throughput alone is usually decided
 */
function usualMillis(arms, seconds) {
  const ofSlice = seconds + RAMP_SECONDS + SLICE_OVERHEAD_SECONDS;
  return arms * USUAL_BLOCKS * MARGIN * ofSlice * 1000;
}

module.exports = { blocksOfWorkload, usualMillis };

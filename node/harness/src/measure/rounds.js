/** Measures all workloads of warm arms in rounds: each round takes one block of every workload on which something is still open. */
'use strict';

const { AwakeCores } = require('../instruments/awake-cores');
const { closedLoopSeconds } = require('./closed-loop-seconds');
const { openLoopRate, SECONDS_MIN } = require('./open-loop-rate');
const { shuffled } = require('./shuffle');
const { measureSlices, millisOfSlice } = require('./slice');
const { median } = require('./steady');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./arm').Arm} Arm
 * @typedef {import('./comparison').Comparison} Comparison
 * @typedef {import('./records').Records} Records
 * @typedef {import('./records').SliceRecord} SliceRecord
 */

/**
 * @typedef {object} RoundsOptions
 * @property {string} group
 * @property {number} process which set of processes the arms are
 * @property {Contract[]} contracts in the order of their workloads
 * @property {Comparison[]} comparisons that are measured
 * @property {Records} records
 * @property {number} seconds of a slice of throughput, at least
 * @property {number} p99SecondsMax a p99 that needs a longer slice is not measured
 * @property {number} endsAt by performance.now(): no block begins later
 * @property {number} suspectsEndAt the same for what speaks for harm and is not decided
 * @property {boolean} isPaired whether two revisions are compared: their p99 too is measured at the same time
 * @property {boolean} isSharedFairly whether servers that are loaded at the same time get as much of the cores, however many threads they have
 * @property {() => number} random
 * @property {import('./slice').SliceTools} tools
 * @property {(arm: Arm, workload: string, problem: string) => void} onProblem before it is measured
 * @property {(what: string) => void} onProgress
 * @property {(comparisons: Comparison[]) => void} onBlock a block of these is measured
 */

const SETTLE_SLICE_SECONDS_MAX = 0.15;
/** Two that are loaded at the same time open their connections one after the other: so long the first one has the core for itself. */
const RAMP_SECONDS_AT_ONCE = 0.2;
/** What passes does so in about as many blocks: so much time is kept for the p99. */
const USUAL_BLOCKS = 6;
const NO_RATE = 'no throughput is known by which to choose a rate';

class Rounds {
  /** @type {Map<string, Map<string, number[]>>} Requests a second that each arm can do where its p99 is measured, by workload and arm. */
  #capacities = new Map();

  /** @type {Map<string, number[]>} Answers a second of one beside another, as they settled, by workload. */
  #settled = new Map();

  /**
   * @param {Arm[]} arms alive and warm
   * @param {RoundsOptions} options
   */
  constructor(arms, options) {
    this.arms = arms;
    this.options = options;
  }

  /**
   * Loads the arms on the cores that they are measured on, where a server needs a moment to find its pace again; in the order of
   * the rounds, since what has rested is slow at first. Where a service says what was asked of it, each is alone: of two nobody
   * would know who answered from memory.
   */
  async settle() {
    const { contracts, onProblem } = this.options;
    const seconds = Math.min(this.options.seconds, SETTLE_SLICE_SECONDS_MAX);
    for (const contract of contracts) {
      const isAlone = contract.service !== undefined || this.#isInTurn(contract, 'throughput');
      const turnsOf = isAlone ? inTurn : besideReference;
      for (const arms of turnsOf(this.#wanted(contract, 'throughput'))) {
        const slices = await this.#slices(arms, contract, { kind: 'throughput', seconds });
        for (const [at, { problem, sample }] of slices.entries()) {
          if (sample !== null) this.#addSettled(contract.workload, sample, arms.length);
          if (problem !== null) onProblem(arms[at], contract.workload, problem);
        }
      }
    }
  }

  /** All throughput comes first: a second at half the load between two slices of throughput changes what those show. */
  async measure() {
    const endsAt = this.options.endsAt - this.#millisOfP99();
    await this.#rounds('throughput', endsAt, (contract) => this.#throughput(contract));
    const rates = this.#chooseRates();
    // Its time is kept, however long throughput was suspect.
    const p99EndsAt = Math.max(this.options.endsAt, performance.now() + this.#millisOfP99());
    await this.#rounds('p99', p99EndsAt, (contract) => rates.get(contract.workload) ?? null);
  }

  /**
   * @param {SliceKind} kind
   * @param {number} endsAt
   * @param {(contract: Contract) => import('./slice').SliceOrder | null} orderOf null where the workload has no such slices
   */
  async #rounds(kind, endsAt, orderOf) {
    const { onProgress, onBlock, comparisons } = this.options;
    const orders = new Map(this.options.contracts.map((each) => [each, orderOf(each)]));
    const contracts = [...orders].flatMap(([contract, order]) => (order === null ? [] : contract));
    const goesOn = (/** @type {Contract} */ contract) => this.#goesOn(contract, kind, endsAt);
    if (!contracts.some(goesOn)) return;
    // The driver keeps its own awake.
    const awake = new AwakeCores(this.options.tools.cores.servers ?? []);
    try {
      for (let block = 1; contracts.some(goesOn); block++) {
        for (const contract of contracts) {
          if (!goesOn(contract)) continue;
          const order = /** @type {import('./slice').SliceOrder} */ (orders.get(contract));
          onProgress(
            `round ${block} (${kind}) ${contract.workload}, ${this.#open(kind)} undecided`,
          );
          await this.#block(contract, block, order);
          onBlock(comparisons.filter(({ workload }) => workload === contract.workload));
        }
      }
    } finally {
      await awake.end();
    }
  }

  /**
   * @param {Contract} contract
   * @param {SliceKind} kind
   * @param {number} endsAt
   * @returns {boolean} whether another block of the workload is worth its time
   */
  #goesOn(contract, kind, endsAt) {
    const needing = this.#needing(contract, kind);
    if (needing.length === 0) return false;
    const now = performance.now();
    if (now < endsAt) return true;
    const { process, suspectsEndAt } = this.options;
    const isSuspect = needing.some((comparison) => comparison.isSuspect(kind, process));
    return isSuspect && now < suspectsEndAt;
  }

  /**
   * @param {Contract} contract
   * @param {SliceKind} kind
   * @returns {Comparison[]} those of the workload whose verdict another slice may change
   */
  #needing({ workload }, kind) {
    const { comparisons, process } = this.options;
    return comparisons.filter(
      (comparison) =>
        comparison.workload === workload &&
        this.#isWarm(comparison.subject, workload) &&
        comparison.needs(kind, process),
    );
  }

  /**
   * @param {string} id
   * @param {string} workload
   */
  #isWarm(id, workload) {
    return this.arms.some(({ variant, loads }) => variant.id === id && loads.has(workload));
  }

  /** @param {SliceKind} kind */
  #open(kind) {
    const { contracts } = this.options;
    return contracts.reduce((sum, contract) => sum + this.#needing(contract, kind).length, 0);
  }

  /**
   * @param {Contract} contract
   * @param {SliceKind} kind
   * @returns {Arm[]} those of which a slice may change a verdict
   */
  #wanted(contract, kind) {
    const needing = this.#needing(contract, kind);
    return this.arms.filter(
      ({ variant, role, loads }) =>
        loads.has(contract.workload) &&
        (role === 'reference'
          ? needing.length > 0
          : needing.some(({ subject }) => subject === variant.id)),
    );
  }

  /**
   * @param {Contract} contract
   * @param {number} block
   * @param {import('./slice').SliceOrder} order
   */
  async #block(contract, block, order) {
    const { group, process, records } = this.options;
    const { workload } = contract;
    /** @type {SliceRecord[]} */
    const slices = [];
    const turns = this.#turns(contract, order.kind, block);
    for (const [at, arms] of turns.entries()) {
      const found = await this.#slices(arms, contract, order);
      for (const [i, { variant, role }] of arms.entries()) {
        slices.push({
          schemaVersion: '1.1',
          language: variant.stack.language,
          group,
          workload,
          process,
          block,
          order: at,
          arm: variant.id,
          role,
          kind: order.kind,
          ...found[i],
        });
        if (order.kind === 'throughput') {
          this.#addCapacity(workload, variant.id, found[i], arms.length);
        }
      }
    }
    records.add(slices);
  }

  /**
   * What a JVM's compilers still have to do after a slice would slow down whoever is loaded next on the same cores.
   *
   * @param {Arm[]} arms
   * @param {Contract} contract
   * @param {import('./slice').SliceOrder} order
   * @returns {Promise<import('./slice').Slice[]>}
   */
  async #slices(arms, contract, order) {
    for (const { compilers } of arms) compilers.begin();
    const ramp = arms.length > 1 ? { rampSeconds: RAMP_SECONDS_AT_ONCE } : {};
    const slices = await measureSlices(arms, contract, { ...order, ...ramp }, this.options.tools);
    for (const { compilers } of arms) await compilers.letFinish();
    return slices;
  }

  /**
   * A driver that loads two at the same time sends to the first one a little earlier: so each is first in every other block.
   *
   * @param {Contract} contract
   * @param {SliceKind} kind
   * @param {number} block
   * @returns {Arm[][]} in the order in which they are loaded, together those that are loaded at the same time
   */
  #turns(contract, kind, block) {
    const arms = shuffled(this.#wanted(contract, kind), this.options.random);
    if (this.#isInTurn(contract, kind)) return inTurn(arms);
    const pairs = besideReference(arms);
    return block % 2 === 0 ? pairs : pairs.map((pair) => pair.reverse());
  }

  /**
   * A p99 is of a server that has the cores for itself, and so is a limit in requests a second. Of two revisions nothing but the
   * ratio counts, and they have as many threads.
   *
   * @param {Contract} contract
   * @param {SliceKind} kind
   */
  #isInTurn(contract, kind) {
    const { isPaired, isSharedFairly } = this.options;
    if (isPaired) return false;
    if (kind === 'p99' || !isSharedFairly) return true;
    return this.#needing(contract, kind).some((each) => each.isAbsolute(kind));
  }

  /**
   * @param {string} workload
   * @param {string} arm
   * @param {import('./slice').Slice} slice
   * @param {number} count how many shared the cores in it
   */
  #addCapacity(workload, arm, { sample }, count) {
    const capacities = this.#capacities.get(workload) ?? new Map();
    const capacity = (sample?.requestsPerSecond ?? 0) * (this.options.isPaired ? 1 : count);
    capacities.set(arm, [...(capacities.get(arm) ?? []), capacity]);
    this.#capacities.set(workload, capacities);
  }

  /**
   * @param {string} workload
   * @param {import('./records').ServedSample} sample
   * @param {number} count how many shared the cores in it: in the rounds there are two
   */
  #addSettled(workload, { requestsPerSecond }, count) {
    const speeds = this.#settled.get(workload) ?? [];
    this.#settled.set(workload, [...speeds, (requestsPerSecond * count) / 2]);
  }

  /**
   * @param {Contract} contract
   * @returns {import('./slice').SliceOrder}
   */
  #throughput({ workload }) {
    const seconds = closedLoopSeconds(this.options.seconds, this.#settled.get(workload) ?? []);
    return { kind: 'throughput', seconds };
  }

  /** @returns {number} milliseconds that p99 takes, as far as can be told before any throughput is known */
  #millisOfP99() {
    const arms = this.options.contracts.map((contract) => this.#wanted(contract, 'p99').length);
    const all = arms.reduce((sum, count) => sum + count, 0);
    return all * USUAL_BLOCKS * millisOfSlice(SECONDS_MIN);
  }

  /**
   * One rate for all arms of a workload, and fixed for the run.
   *
   * @returns {Map<string, import('./slice').SliceOrder>} by workload, of those that have a p99
   */
  #chooseRates() {
    const { contracts } = this.options;
    return new Map(
      contracts.flatMap((contract) => {
        const needing = this.#needing(contract, 'p99');
        if (needing.length === 0) return [];
        const order = this.#rateOf(contract);
        if (typeof order !== 'string') return [[contract.workload, order]];
        for (const comparison of needing) comparison.hasNoRate(order);
        return [];
      }),
    );
  }

  /**
   * @param {Contract} contract
   * @returns {import('./slice').SliceOrder | string} why there is none
   */
  #rateOf({ workload }) {
    const { p99SecondsMax } = this.options;
    const rate = openLoopRate([...(this.#capacities.get(workload)?.values() ?? [])].map(median));
    if (rate === null) return NO_RATE;
    const { perSecond: ratePerSecond, sliceSeconds: seconds } = rate;
    if (seconds > p99SecondsMax) {
      return `a slice of it takes ${seconds.toFixed(1)} s, and the run has no time for that (--full)`;
    }
    return { kind: 'p99', seconds, ratePerSecond };
  }
}

/**
 * @param {Arm[]} arms
 * @returns {Arm[][]} who is loaded with whom: each alone
 */
function inTurn(arms) {
  return arms.map((arm) => [arm]);
}

/**
 * What else runs on the same silicon makes a server a third slower for some tenths of a second, and then not. So each is held
 * against a reference that it happens to as well.
 *
 * @param {Arm[]} arms
 * @returns {Arm[][]} each subject together with the reference, where there is one
 */
function besideReference(arms) {
  const references = arms.filter(({ role }) => role === 'reference');
  const subjects = arms.filter(({ role }) => role === 'subject');
  return subjects.map((subject) => [subject, ...references]);
}

module.exports = { Rounds };

/** Watches the threads in which a JVM compiles what it runs often: as long as they have work, it gets faster. */
'use strict';

const { compilersBetween, readCpu, whyNoResources } = require('./resources');

/**
 * @typedef {import('./resources').CpuReading} CpuReading
 */

/** How often it is looked whether they have come to rest. */
const LOOK_MILLIS = 50;
/** What a crowd of requests has asked of them may take longer; then the next requests are not kept waiting. */
const FINISHED_WITHIN_MILLIS = 500;
/** Of one core: below, they rest, and if for a while, what matters is compiled. */
const RESTING_SHARE = 0.1;
const WHILE_MILLIS = 2000;

/** @typedef {{ at: number, cpu: CpuReading }} Look */

class CompilerWatch {
  #pids;
  /** @type {Look[]} those of the last while, and one before it */
  #looks = [];

  /** @param {() => number[]} pids of a server on any runtime: what has no compilers always rests */
  constructor(pids) {
    this.#pids = pids;
    this.#look();
  }

  /** @returns {boolean} whether they have worked in the last while, or nobody has looked for so long */
  get isCompiling() {
    const [first] = this.#looks;
    const last = this.#last;
    if (compilersBetween(first.cpu, last.cpu) === null) return false;
    return last.at - first.at < WHILE_MILLIS || shareBetween(first, last) > RESTING_SHARE;
  }

  /** From now on it is looked at what they do: the next time they are let finish, nothing before is told of. */
  begin() {
    this.#look();
  }

  /**
   * Leaves the cores to them for a moment, if they have work: beside fifty busy threads they get a tenth of a core, and what is
   * measured then is how far they have come.
   */
  async letFinish() {
    const endsAt = performance.now() + FINISHED_WITHIN_MILLIS;
    let before = this.#last;
    while (shareBetween(before, this.#look()) > RESTING_SHARE && performance.now() < endsAt) {
      before = this.#last;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MILLIS));
    }
  }

  get #last() {
    return /** @type {Look} */ (this.#looks.at(-1));
  }

  /** @returns {Look} */
  #look() {
    const pids = whyNoResources() === null ? this.#pids() : [];
    const look = { at: performance.now(), cpu: readCpu(pids) };
    this.#looks.push(look);
    while (this.#looks.length > 1 && look.at - this.#looks[1].at >= WHILE_MILLIS) {
      this.#looks.shift();
    }
    return look;
  }
}

/**
 * @param {Look} before
 * @param {Look} after
 * @returns {number} CPU time of the compilers, of one core
 */
function shareBetween(before, after) {
  return (compilersBetween(before.cpu, after.cpu) ?? 0) / 1e6 / (after.at - before.at);
}

module.exports = { CompilerWatch };

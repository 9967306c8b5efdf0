/** A case that fails while others have the machine's CPU accuses nobody yet: it is asked again. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { STOLEN_MAX, readCpuTicks, stolenShare } = require('../instruments/cpu-ticks');

/** @typedef {import('./run-case').CaseResult} CaseResult */
/** @typedef {import('../instruments/cpu-ticks').CpuTicks} CpuTicks */

/**
 * @typedef {object} WatchedMachine
 * @property {() => CpuTicks | null} readTicks null where it does not tell
 * @property {number} lookEveryMillis while it is to come to rest
 */

/** @type {WatchedMachine} */
const THIS_MACHINE = { readTicks: readCpuTicks, lookEveryMillis: 1_000 };

const ATTEMPTS_MAX = 3;
/** A server that fails more cases than that is not the machine's victim. */
const CASES_MAX = 3;
/** A tenth of a second: less of it is no reason why an answer was late. */
const STOLEN_TICKS_MIN = 10;
const LOOKS_MAX = 10;

/** For the cases of one variant. */
class AskAgain {
  #machine;
  #casesLeft = CASES_MAX;

  /** @param {WatchedMachine} [machine] */
  constructor(machine = THIS_MACHINE) {
    this.#machine = machine;
  }

  /**
   * @param {() => Promise<CaseResult>} attempt may be made more than once
   * @returns {Promise<CaseResult>} of the last attempt
   */
  async unlessRobbed(attempt) {
    const first = await this.#watched(attempt);
    if (first.stolenCpuShare === undefined || this.#casesLeft === 0) return first;
    this.#casesLeft -= 1;
    let last = first;
    for (let attempts = 1; attempts < ATTEMPTS_MAX; attempts++) {
      await this.#untilCalm();
      last = await this.#watched(attempt);
      if (last.stolenCpuShare === undefined) break;
    }
    return last;
  }

  /**
   * @param {() => Promise<CaseResult>} attempt
   * @returns {Promise<CaseResult>} with what was stolen, where that may be why it failed
   */
  async #watched(attempt) {
    const before = this.#machine.readTicks();
    const result = await attempt();
    if (result.status === 'pass') return result;
    const share = robbedShare(before, this.#machine.readTicks());
    return share === null ? result : { ...result, stolenCpuShare: share };
  }

  async #untilCalm() {
    const { readTicks, lookEveryMillis } = this.#machine;
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const before = readTicks();
      await sleep(lookEveryMillis);
      if (robbedShare(before, readTicks()) === null) return;
    }
  }
}

/**
 * @param {CpuTicks | null} before
 * @param {CpuTicks | null} after
 * @returns {number | null} null where too little was stolen to be to blame
 */
function robbedShare(before, after) {
  const share = stolenShare(before, after);
  if (share === null || before === null || after === null) return null;
  const ticks = after.stolenTicks - before.stolenTicks;
  return share > STOLEN_MAX && ticks >= STOLEN_TICKS_MIN ? share : null;
}

/**
 * @param {number} millis that one attempt may take
 * @returns {number} what all may take
 */
function longestWithAttempts(millis) {
  return ATTEMPTS_MAX * millis + (ATTEMPTS_MAX - 1) * LOOKS_MAX * THIS_MACHINE.lookEveryMillis;
}

module.exports = { AskAgain, longestWithAttempts };

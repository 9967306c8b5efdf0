/** Counts what is decided of the limits of a run while it measures. */
'use strict';

/**
 * @typedef {import('../measure/so-far').LimitSoFar} LimitSoFar
 * @typedef {import('../measure/so-far').LimitState} LimitState
 */

class LimitTally {
  /** @type {Map<string, LimitState>} */
  #states = new Map();

  /**
   * @param {LimitSoFar[]} limits
   * @returns {string[]} names of those that fail now and did not before
   */
  add(limits) {
    const failed = limits.filter(
      ({ name, state }) => state === 'fail' && this.#states.get(name) !== 'fail',
    );
    for (const { name, state } of limits) this.#states.set(name, state);
    return failed.map(({ name }) => name);
  }

  /** @param {LimitState} state */
  count(state) {
    return [...this.#states.values()].filter((each) => each === state).length;
  }

  /** @returns {number} how many are measured */
  get all() {
    return this.#states.size - this.count('unmeasured');
  }
}

module.exports = { LimitTally };

// What bounds the waiting for a backing service, and tells that it does not answer.
'use strict';

const { Problem } = require('./problem');

const ANSWER_MILLIS = 1_500;
const CONNECT_MILLIS = 700;
const TURN_MILLIS = 5_000;
/** To MySQL, and to MongoDB. */
const CONNECTIONS_MAX = 16;

let toldAt = -Infinity;

/**
 * @template T
 * @param {string} name of the service
 * @param {Promise<T>} answer
 * @returns {Promise<T>} rejected with 503 when there is none
 */
async function answered(name, answer) {
  try {
    return await answer;
  } catch (error) {
    const { message, code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (performance.now() - toldAt > 10_000) {
      toldAt = performance.now();
      console.error(`${name} does not answer: ${message || code}.`);
    }
    throw new Problem(503, `${name} does not answer.`);
  }
}

/**
 * @template T
 * @param {number} millis
 * @param {Promise<T>} answer
 * @param {() => void} [giveUp]
 * @returns {Promise<T>} rejected when it takes longer
 */
function within(millis, answer, giveUp) {
  return new Promise((resolve, reject) => {
    let waiting = true;
    // What has arrived while this process had no CPU is read before the time counts as over.
    const timer = setTimeout(() => setImmediate(late), millis);
    const late = () => {
      if (!waiting) return;
      reject(new Error(`nothing came within ${Math.round(millis)} ms`));
      giveUp?.();
    };
    const settled = () => {
      waiting = false;
      clearTimeout(timer);
    };
    answer.finally(settled).then(resolve, reject);
  });
}

/** So many ask at once; the others wait, and are refused when one before them fails. */
class Turns {
  /** @type {Set<[begin: () => void, refuse: (error: unknown) => void]>} in order of their coming */
  #waiting = new Set();
  #free = CONNECTIONS_MAX;

  /**
   * @template T
   * @param {() => Promise<T>} ask
   * @returns {Promise<T>}
   */
  async inTurn(ask) {
    if (this.#free > 0) this.#free--;
    else await this.#wait();
    try {
      return await ask();
    } catch (error) {
      for (const [, refuse] of this.#waiting) refuse(error);
      this.#waiting.clear();
      throw error;
    } finally {
      const [next] = this.#waiting;
      this.#waiting.delete(next);
      if (next) next[0]();
      else this.#free++;
    }
  }

  #wait() {
    /** @type {[begin: () => void, refuse: (error: unknown) => void]} */
    let waiting;
    /** @type {Promise<void>} */
    const turn = new Promise((begin, refuse) => {
      waiting = [begin, refuse];
      this.#waiting.add(waiting);
    });
    return within(TURN_MILLIS, turn, () => this.#waiting.delete(waiting));
  }
}

/**
 * @param {string} variable
 * @returns {string} the URL in the environment
 */
function urlIn(variable) {
  const url = process.env[variable];
  if (!url) throw new Error(`the environment variable ${variable} is not set`);
  return url;
}

module.exports = { ANSWER_MILLIS, CONNECTIONS_MAX, CONNECT_MILLIS, Turns, answered, urlIn, within };

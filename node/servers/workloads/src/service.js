// What becomes of requests that a backing service answers late or not at all: bounded waiting, then 503.
'use strict';

const { Problem } = require('./problem');

/** How long an answer may take, all in all: half a second less than the client may be kept waiting. */
const ANSWER_MILLIS = 1_500;
/** How long it may take of that to find the service, where an answer needs time besides. */
const CONNECT_MILLIS = 700;
/** How often at most the same reason is told on stderr. */
const TOLD_AGAIN_MILLIS = 10_000;

class Service {
  /** @type {Map<string, number>} when a reason was told last; by code, of which there are few */
  #told = new Map();

  /** @param {string} name for people, such as Redis */
  constructor(name) {
    this.name = name;
  }

  /**
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   * @throws {Problem} 503 when there is none
   */
  async answer(answer) {
    try {
      return await answer;
    } catch (error) {
      this.#tell(error);
      throw new Problem(503, `${this.name} does not answer.`);
    }
  }

  /** @param {any} error of which the client must not see more than that there is one */
  #tell(error) {
    const now = performance.now();
    const reason = String(error?.code ?? error?.name);
    if (now - (this.#told.get(reason) ?? -Infinity) < TOLD_AGAIN_MILLIS) return;
    this.#told.set(reason, now);
    console.error(`${this.name} does not answer: ${error?.message || error?.code}.`);
  }
}

/**
 * @template T
 * @param {number} millis
 * @param {Promise<T>} answer
 * @param {() => void} [giveUp] frees what the answer would have come through
 * @returns {Promise<T>} rejected when it takes longer
 */
function within(millis, answer, giveUp) {
  return new Promise((resolve, reject) => {
    let waiting = true;
    const late = () => {
      if (!waiting) return;
      reject(new Error(`nothing came within ${Math.round(millis)} ms`));
      giveUp?.();
    };
    // An answer that has arrived is read before it is missed: a process that was kept from the CPU
    // for long finds the time over and the answer there.
    const timer = setTimeout(() => setImmediate(late), millis);
    const settled = () => {
      waiting = false;
      clearTimeout(timer);
    };
    answer.then(
      (value) => {
        settled();
        resolve(value);
      },
      (error) => {
        settled();
        reject(error);
      },
    );
  });
}

/**
 * @param {string | undefined} url
 * @param {string} variable of the environment that has it
 * @returns {string}
 */
function given(url, variable) {
  if (!url) throw new Error(`the environment variable ${variable} is not set`);
  return url;
}

module.exports = { ANSWER_MILLIS, CONNECT_MILLIS, Service, given, within };

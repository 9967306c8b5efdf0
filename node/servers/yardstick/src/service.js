// What bounds the waiting for a backing service, and tells that it does not answer.
'use strict';

const { Problem } = require('./problem');

const ANSWER_MILLIS = 1_500;
const CONNECT_MILLIS = 700;

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

/**
 * @param {string} variable
 * @returns {string} the URL in the environment
 */
function urlIn(variable) {
  const url = process.env[variable];
  if (!url) throw new Error(`the environment variable ${variable} is not set`);
  return url;
}

module.exports = { ANSWER_MILLIS, CONNECT_MILLIS, answered, urlIn, within };

/** Asks a backing service, and gives up in time: whoever waits is told that it does not answer. */
'use strict';

const { Problem } = require('./problem');

/** Whoever asks must be answered within 5 s, with all that lies between. */
const WAIT_MILLIS = 1_500;

/**
 * @template T
 * @param {string} name such as `Redis`
 * @param {() => Promise<T>} ask
 * @returns {Promise<T>}
 */
async function asked(name, ask) {
  try {
    return await inTime(ask());
  } catch {
    throw new Problem(503, `${name} does not answer.`);
  }
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 * @throws {Error} when it takes too long
 */
async function inTime(answer) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), WAIT_MILLIS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

module.exports = { asked, inTime, WAIT_MILLIS };

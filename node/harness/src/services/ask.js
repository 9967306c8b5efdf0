/** Asks services with their own client libraries: whether they truly answer, what they are, what they have done. */
'use strict';

const { setTimeout: sleep } = require('node:timers/promises');
const { KINDS } = require('./kinds');

/** @typedef {import('./services').ServiceName} ServiceName */

const ANSWER_MILLIS = 2_000;
const ASK_EVERY_MILLIS = 50;

/**
 * @param {ServiceName} name
 * @param {string} url
 * @returns {Promise<import('./services').Counts | null>} null when it does not tell
 */
async function askCounts(name, url) {
  try {
    return await withClient(name, url, (client) => client.counts());
  } catch {
    // Whoever may read and write need not be allowed to see this.
    return null;
  }
}

/**
 * @param {ServiceName} name
 * @param {string} url
 * @param {object} options
 * @param {number} options.withinMillis
 * @param {() => Promise<string | null>} [options.whyEnded] how the service ended, if it has
 * @returns {Promise<string>} the product, such as `Redis 7.0.15`, once the service truly answers
 * @throws {Error} it did not in time, or has ended
 */
async function untilAnswers(name, url, { withinMillis, whyEnded = async () => null }) {
  const deadline = Date.now() + withinMillis;
  for (;;) {
    const answer = await withClient(name, url, product).catch((error) => error);
    if (typeof answer === 'string') return answer;
    const ended = await whyEnded();
    if (ended !== null) throw new Error(ended);
    if (Date.now() >= deadline) {
      throw new Error(`no answer within ${withinMillis} ms: ${reasonOf(answer)}`);
    }
    await sleep(ASK_EVERY_MILLIS);
  }
}

/** @param {import('./kinds').Client} client */
async function product(client) {
  await client.ping();
  return client.product();
}

/**
 * @template T
 * @param {ServiceName} name
 * @param {string} url
 * @param {(client: import('./kinds').Client) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withClient(name, url, use) {
  const client = await KINDS[name].connect(url, ANSWER_MILLIS);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

/** @param {NodeJS.ErrnoException} error */
function reasonOf({ message, code }) {
  // Where a host has several addresses, the message is empty.
  return message || String(code);
}

module.exports = { askCounts, untilAnswers };

// What becomes of requests that a backing service answers late or not at all.
'use strict';

const { Refusal } = require('./refusal');

/** A client is to know within 5 s. */
const ANSWER_MILLIS = 3_500;
/** So long a request waits for a service that is not connected: what is down mostly stays so. */
const CONNECT_MILLIS = 1_500;

/**
 * Bounds the whole way to an answer. The drivers' own time-outs free what was used for it, but
 * mysql2 bounds no waiting for a connection, and redis no waiting for an answer.
 * @template T
 * @param {string} service its name for people
 * @param {Promise<T>} answer
 * @returns {Promise<T>}
 * @throws {Refusal} there was no answer in time
 */
async function answered(service, answer) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ANSWER_MILLIS} ms`)), ANSWER_MILLIS);
  });
  try {
    return /** @type {T} */ (await Promise.race([answer, late]));
  } catch (error) {
    console.error(`${service}: ${error}`);
    throw new Refusal('unavailable', `${service} does not answer.`);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} service its name for people
 * @returns {Refusal} for a server that was started without the service's URL
 */
const notConfigured = (service) =>
  new Refusal('unavailable', `This server was started without the address of ${service}.`);

module.exports = { ANSWER_MILLIS, CONNECT_MILLIS, answered, notConfigured };

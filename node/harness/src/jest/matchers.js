/** What a suite in Jest may expect of a server: that it speaks a contract, and that it holds its line. */
'use strict';

const { messagesOf } = require('../reports/limit-message');
const { safeText } = require('../reports/safe-text');

/**
 * What is measured or checked when it is expected of.
 *
 * @typedef {object} Tested
 * @property {string} id
 * @property {'pass' | 'warn' | 'fail'} inconclusive
 * @property {(workload: string, limits?: import('../thresholds/load-thresholds').Limits) => Promise<import('../measure/comparison').ComparisonOutcome>} comparisonOf
 * @property {(workload: string) => Promise<string[]>} [failuresOf]
 */

/** @typedef {{ pass: boolean, message: () => string }} Result what Jest wants of a matcher */

const MESSAGE_CHARACTERS_MAX = 20_000;

/**
 * Passes when every limit of the workload is known to hold, within the error rates of thresholds.json.
 *
 * @param {Tested} server
 * @param {string} workload
 * @param {import('../thresholds/load-thresholds').Limits} [limits] in place of those of thresholds.json
 * @returns {Promise<Result>}
 */
async function toHoldItsLine(server, workload, limits) {
  const found = await server.comparisonOf(workload, limits);
  const messages = messagesOf(found);
  const isOpen = found.verdict === 'inconclusive' && server.inconclusive !== 'fail';
  if (isOpen && server.inconclusive === 'warn') warn(messages);
  if (found.verdict === null) messages.push(`${server.id} ${workload}: ${found.notJudged}`);
  return result(found.verdict === 'pass' || isOpen, messages, `${server.id} holds ${workload}`);
}

/**
 * Passes when every case of the contract holds.
 *
 * @param {Tested} server
 * @param {string | { workload: string }} contract
 * @returns {Promise<Result>}
 */
async function toSpeak(server, contract) {
  const workload = typeof contract === 'string' ? contract : contract.workload;
  const failures = (await server.failuresOf?.(workload)) ?? [
    `${server.id}: its contracts are tested elsewhere`,
  ];
  return result(failures.length === 0, failures, `${server.id} speaks ${workload}`);
}

/**
 * @param {boolean} pass
 * @param {string[]} messages
 * @param {string} otherwise what is wrong when it passes and should not
 * @returns {Result}
 */
function result(pass, messages, otherwise) {
  const text = pass ? otherwise : messages.join('\n\n');
  return { pass, message: () => safeText(text, MESSAGE_CHARACTERS_MAX) };
}

/** @param {string[]} messages */
function warn(messages) {
  for (const message of messages) process.stderr.write(`${safeText(message)}\n`);
}

module.exports = { toHoldItsLine, toSpeak };

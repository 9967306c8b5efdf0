/** Brings up the backing services that the chosen workloads need, for as long as a command uses them. */
'use strict';

const { startServices } = require('../services');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../services/services').Services} Services
 */

/**
 * @template T
 * @param {{ root: string, contracts: Contract[], progress: Progress }} need the house, and what is to be run
 * @param {(services: Services) => Promise<T>} use
 * @returns {Promise<T>}
 */
async function withServices({ root, contracts, progress }, use) {
  const names = [...new Set(contracts.flatMap(({ service }) => service ?? []))];
  const services = await startServices(names, { root, onProgress: (text) => progress.say(text) });
  for (const { description, notRun } of services.all())
    progress.say(notRun ?? `uses ${description}`);
  try {
    return await use(services);
  } finally {
    await services.stop();
  }
}

module.exports = { withServices };

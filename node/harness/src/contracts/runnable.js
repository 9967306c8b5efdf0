/** Which contracts can be run with the services that there are. */
'use strict';

/** @typedef {import('./load-contracts').Contract} Contract */
/** @typedef {import('../services/services').Services} Services */

/**
 * @param {Contract[]} contracts
 * @param {Services | null} services
 * @returns {Contract[]} those that need no service, or one that is there
 */
function runnable(contracts, services) {
  return contracts.filter((contract) => missingService(contract, services) === null);
}

/**
 * @param {Contract} contract
 * @param {Services | null} services
 * @returns {string | null} why its service is not there; null when it is, or when none is needed
 */
function missingService({ service }, services) {
  if (service === undefined) return null;
  if (services === null) return `it needs ${service}, and there are no services`;
  return services.of(service).notRun;
}

module.exports = { runnable, missingService };

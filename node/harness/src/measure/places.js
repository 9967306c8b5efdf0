/** What of stacks and workloads can be measured here. */
'use strict';

const { missingService } = require('../contracts/runnable');
const { whyNotRun } = require('../stacks');
const { isYardstick } = require('../thresholds/load-thresholds');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/**
 * @param {Variant[]} subjects
 * @param {{ contracts: Contract[], services: Services | null }} options
 * @returns {import('./cells').Place[]} what can be measured on this machine
 */
function placesOf(subjects, { contracts, services }) {
  const running = subjects.filter((each) => !isYardstick(each.id) && whyNotRun(each) === null);
  return running.flatMap(({ id, workloads }) =>
    contracts
      .filter((contract) => workloads.includes(contract.workload))
      .filter((contract) => missingService(contract, services) === null)
      .map(({ workload }) => ({ stack: id, workload })),
  );
}

module.exports = { placesOf };

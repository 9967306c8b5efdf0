/** Compares the chosen stacks with one of them (`measure --beside`), and tells its progress. */
'use strict';

const { compareBeside } = require('../measure/beside');
const { planCores } = require('../measure/cores');
const { DriverProcess } = require('../measure/driver-process');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../measure/beside').Comparison} Comparison
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/**
 * @param {Variant[]} subjects
 * @param {Variant} reference
 * @param {Contract[]} contracts
 * @param {{ seconds: number, pairs?: number, services: Services | null, progress: Progress }} options
 * @returns {Promise<Comparison[]>} one for each subject and workload that both sides have
 */
async function runBeside(subjects, reference, contracts, options) {
  const { progress, ...how } = options;
  const cores = planCores();
  const driver = new DriverProcess({ cores: cores.driver });
  /** @type {Comparison[]} */
  const comparisons = [];
  try {
    for (const [at, subject] of subjects.entries()) {
      const position = `beside [${at + 1}/${subjects.length}] ${subject.id}`;
      for (const contract of contractsOfBoth(contracts, subject, reference)) {
        progress.now(`${position} ${contract.workload}`);
        const comparison = await compareBeside(subject, reference, contract, {
          ...how,
          driver,
          cores,
        });
        progress.done(`${position} ${outcome(comparison)}`);
        comparisons.push(comparison);
      }
    }
  } finally {
    await driver.stop();
    progress.clear();
  }
  return comparisons;
}

/**
 * @param {Contract[]} contracts
 * @param {Variant} subject
 * @param {Variant} reference
 */
function contractsOfBoth(contracts, subject, reference) {
  return contracts.filter(({ workload }) =>
    [subject, reference].every(({ workloads }) => workloads.includes(workload)),
  );
}

/** @param {Comparison} comparison */
function outcome({ workload, reference, measured, problem }) {
  return `${workload} / ${reference}: ${measured === null ? problem : measured.toFixed(3)}`;
}

module.exports = { runBeside };

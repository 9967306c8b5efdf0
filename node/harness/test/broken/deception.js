/** Runs the contracts' cases against a server of this folder. */
'use strict';

const path = require('node:path');
const { loadContracts, VariantRun } = require('../../src/contracts');

/** @typedef {import('../../src/contracts/load-contracts').Contract} Contract */
/** @typedef {import('../../src/contracts/load-contracts').ContractCase} ContractCase */
/** @typedef {import('../../src/contracts/run-case').CaseResult} CaseResult */
/** @typedef {import('../../src/stacks/load-stacks').Variant} Variant */
/** @typedef {{ contract: Contract, contractCase: ContractCase }} Chosen */

const ROOT = path.resolve(__dirname, '../../../..');

const contracts = loadContracts(path.join(ROOT, 'contracts'));

/**
 * @param {string} script such as `faults/never-ready.js`
 * @returns {Variant}
 */
function variantOf(script) {
  const id = `broken/${path.basename(script, '.js')}`;
  return {
    id,
    stack: {
      id,
      language: 'node',
      description: 'A server of the tests',
      command: ['node', script],
      needs: {},
      workloads: [],
      variants: {},
      knownFailing: {},
      folder: __dirname,
      rootFolder: ROOT,
    },
    env: {},
    args: [],
    workloads: [],
  };
}

/**
 * @param {string[]} names case ids, and workloads, which stand for their quick cases
 * @returns {Chosen[]} in the order of the contracts
 */
function choose(names) {
  return contracts.flatMap((contract) =>
    contract.cases
      .filter(
        (each) => names.includes(each.id) || (names.includes(contract.workload) && isQuick(each)),
      )
      .map((contractCase) => ({ contract, contractCase })),
  );
}

/**
 * @param {ContractCase} contractCase
 * @returns {boolean}
 */
function isQuick({ ownServer, memory, timeoutMillis }) {
  return !ownServer && memory === undefined && timeoutMillis === undefined;
}

/**
 * @param {Variant} variant
 * @param {Chosen[]} chosen
 * @param {number} [timeoutMillis] how long a step may take whose case does not say
 * @returns {Promise<CaseResult[]>}
 */
async function runCases(variant, chosen, timeoutMillis) {
  const run = new VariantRun(variant, timeoutMillis === undefined ? {} : { timeoutMillis });
  const results = [];
  try {
    for (const { contract, contractCase } of chosen) {
      results.push(await run.run(contract, contractCase));
    }
  } finally {
    // Some of them do not stop when they are asked to.
    await run.kill();
  }
  return results;
}

module.exports = { contracts, choose, runCases, variantOf };

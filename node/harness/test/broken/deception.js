/** Runs the contracts' cases against a server of this folder, and holds what they find against what they should. */
'use strict';

const path = require('node:path');
const {
  describeFailure,
  loadContracts,
  missingService,
  VariantRun,
} = require('../../src/contracts');
const { startServicesNow } = require('../../src/services');

/** @typedef {import('../../src/contracts/load-contracts').Contract} Contract */
/** @typedef {import('../../src/contracts/load-contracts').ContractCase} ContractCase */
/** @typedef {import('../../src/contracts/run-case').CaseResult} CaseResult */
/** @typedef {import('../../src/stacks/load-stacks').Variant} Variant */
/** @typedef {import('../../src/services/services').Services} Services */
/** @typedef {{ contract: Contract, contractCase: ContractCase }} Chosen */

/**
 * @typedef {object} Deception
 * @property {string} fault the file in `faults/`
 * @property {string[]} runs workloads (their quick cases) and case ids
 * @property {number} [timeoutMillis] how long a step may take whose case does not say
 * @property {Record<string, [expected: string, actual: string]>} caught by case id, what its message says
 */

const STOP_MILLIS = 30_000;
/** What is meant to fail need not be asked again. */
const NEVER_ROBBED = { readTicks: () => null, lookEveryMillis: 0 };
/** Cases with these take long. */
const SLOW_STEPS = ['service', 'restart', 'concurrently'];

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
    command: ['node', script],
    workloads: [],
    knownFailing: {},
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
function isQuick({ ownServer, memory, timeoutMillis, steps = [] }) {
  const isSlow = steps.some((step) => SLOW_STEPS.some((key) => key in step));
  return !ownServer && memory === undefined && timeoutMillis === undefined && !isSlow;
}

/**
 * @param {Variant} variant
 * @param {Chosen[]} chosen
 * @param {import('../../src/contracts/variant-run').VariantRunOptions} options
 * @returns {Promise<CaseResult[]>}
 */
async function runCases(variant, chosen, options) {
  const run = new VariantRun(variant, { machine: NEVER_ROBBED, ...options });
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

/**
 * @param {Deception} deception
 * @returns {Deception & { title: string }} with the name of its test
 */
function titled(deception) {
  const { fault, runs, caught } = deception;
  const ids = Object.keys(caught);
  const title =
    ids.length > 0
      ? `catches ${fault} by ${ids.join(', ')}`
      : `finds nothing else wrong with ${fault} in ${runs.join(', ')}`;
  return { ...deception, title };
}

/**
 * Exactly the cases that should catch a fault fail, and say what they should.
 *
 * @param {Deception} deception
 * @param {Services | null} [services]
 */
async function expectCaught({ fault, runs, timeoutMillis, caught }, services = null) {
  const variant = variantOf(`faults/${fault}.js`);
  const options = { services, ...(timeoutMillis === undefined ? {} : { timeoutMillis }) };
  const results = await runCases(variant, choose(runs), options);
  const failed = results.filter(({ status }) => status === 'fail');
  expect(failed.map(({ caseId }) => caseId).sort()).toEqual(Object.keys(caught).sort());
  for (const result of failed) {
    const message = describeFailure(variant.id, result);
    const [expected, actual] = caught[result.caseId];
    expect(message.split('\n')[0]).toBe(`${variant.id} › ${result.description}`);
    expect(message).toContain(`  case      ${result.caseId} `);
    expect(linesOf(message, 'expected')).toContain(expected);
    expect(`${linesOf(message, 'actual')}\n${linesOf(message, 'server')}`).toContain(actual);
  }
}

/**
 * @param {string} message
 * @param {string} label
 * @returns {string} what the message's lines of this label say
 */
function linesOf(message, label) {
  const lines = message.split('\n').filter((line) => line.startsWith(`  ${label} `));
  return lines.join('\n');
}

/** @returns {Services} all that the contracts need, as far as they are to be had here; ended after the file's tests */
function servicesForTests() {
  const names = contracts.flatMap(({ service }) => service ?? []);
  const services = startServicesNow(names, { root: ROOT });
  afterAll(() => services.stop(), STOP_MILLIS);
  return services;
}

/**
 * @param {Deception} deception
 * @param {Services} services
 * @returns {string | null} why it cannot be tried
 */
function missingFor({ runs }, services) {
  const chosen = new Set(choose(runs).map(({ contract }) => contract));
  const reasons = [...chosen].map((contract) => missingService(contract, services));
  return reasons.find((reason) => reason !== null) ?? null;
}

/**
 * @param {string | null} reason why a test is skipped
 * @returns {typeof test}
 */
function testUnless(reason) {
  return /** @type {typeof test} */ (reason === null ? test : test.skip);
}

module.exports = {
  contracts,
  expectCaught,
  missingFor,
  servicesForTests,
  testUnless,
  titled,
  variantOf,
};

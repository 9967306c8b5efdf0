/** Makes Jest tests of contracts: every case against every variant, named `<variant> › <case description>`. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const {
  VariantRun,
  contractsFor,
  describeFailure,
  loadContracts,
  longestMillis,
  longestWithAttempts,
  missingService,
} = require('../contracts');
const { areRequired, startServicesNow } = require('../services');
const { NotStarted, loadStacks, variantsOf, whyNotRun } = require('../stacks');
const { servicesOf } = require('./services-of');
const { supertestExchange } = require('./supertest-exchange');

/** @typedef {import('../contracts/load-contracts').Contract} Contract */
/** @typedef {import('../contracts/load-contracts').ContractCase} ContractCase */
/** @typedef {import('../services/services').Services} Services */
/** @typedef {import('../stacks/load-stacks').Variant} Variant */

/**
 * @typedef {object} ContractSelection
 * @property {string} rootFolder the house: the folder that holds contracts/, node/ and java/
 * @property {'node' | 'java'} [language] one side's stacks alone
 * @property {(variant: Variant) => boolean} [select] which variants (all)
 * @property {(workload: string) => boolean} [choose] of which workloads the contracts are (all)
 */

/** A case may wait for a server to start, and for one to be killed. */
const SERVER_MILLIS = 70_000;
const STOP_MILLIS = 30_000;

/**
 * To be called at the top of a test file. The services that the contracts need are started at once, since
 * the tests that are skipped for want of one must be named now.
 *
 * @param {ContractSelection} selection
 * @throws {import('../input/invalid-input').InvalidInput} contracts or stacks that cannot be used, or a service's URL
 */
function describeContracts({ rootFolder, language, select = () => true, choose = () => true }) {
  const contracts = loadContracts(path.join(rootFolder, 'contracts')).filter(({ workload }) =>
    choose(workload),
  );
  const stacks = loadStacks(rootFolder, language ? { language } : {});
  const variants = stacks.flatMap(variantsOf).filter(select);
  const services = startServicesNow(servicesOf(variants, contracts), { root: rootFolder });
  afterAll(() => services.stop(), STOP_MILLIS);
  testServices(services);
  for (const variant of variants) {
    describe(variant.id, () => testVariant(variant, contracts, services));
  }
}

/** @param {Services} services */
function testServices(services) {
  const all = services.all();
  if (all.length === 0) return;
  process.stderr.write(`services: ${all.map(({ description }) => description).join(', ')}\n`);
  describe('services', () => {
    for (const { description, notRun } of all) {
      testThere(`uses ${description}`, String(notRun), notRun);
    }
  });
}

/**
 * A test that something is there; it is skipped when it is not, unless everything is required.
 *
 * @param {string} name
 * @param {string} skipped its name when it is skipped
 * @param {string | null} notRun why it is not there
 */
function testThere(name, skipped, notRun) {
  if (notRun !== null && !areRequired()) test.skip(skipped, () => {});
  else test(name, () => expect(notRun).toBeNull());
}

/**
 * @param {Variant} variant
 * @param {Contract[]} contracts
 * @param {Services} services
 */
function testVariant(variant, contracts, services) {
  const reason = whyNotRun(variant);
  if (reason !== null) {
    test.skip(`is not run: ${reason}`, () => {});
    return;
  }
  const honoured = contractsFor(contracts, variant.workloads);
  const run = new VariantRun(variant, {
    exchange: supertestExchange,
    services,
    contracts: honoured,
  });
  afterAll(() => run.kill());
  for (const { workload } of contracts.filter((contract) => !honoured.includes(contract))) {
    const because = variant.reason ?? 'it is not among its workloads';
    test.skip(`does not run ${workload}: ${because}`, () => {});
  }
  for (const contract of honoured) {
    const notRun = missingService(contract, services);
    const { workload } = contract;
    if (notRun !== null)
      testThere(`runs ${workload}`, `does not run ${workload}: ${notRun}`, notRun);
    else for (const contractCase of contract.cases) testCase(variant, run, contract, contractCase);
  }
  test('stops when asked and leaves nothing behind', () => stops(run), SERVER_MILLIS);
}

/**
 * @param {Variant} variant
 * @param {VariantRun} run
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 */
function testCase(variant, run, contract, contractCase) {
  const known = variant.knownFailing[contractCase.id];
  const { description } = contractCase;
  const name = known === undefined ? description : `${description} (known to fail: ${known})`;
  const body = async () => {
    const result = await run.run(contract, contractCase).catch(plain);
    const message = complaint(variant.id, result, known);
    if (message !== null)
      throw caseError(message, variant.stack.rootFolder, contract, contractCase);
  };
  test(name, body, longestWithAttempts(longestMillis(contractCase) + SERVER_MILLIS));
}

/**
 * @param {string} variantId
 * @param {import('../contracts/run-case').CaseResult} result
 * @param {string | undefined} known why the case is known to fail
 * @returns {string | null} what is wrong with the result
 */
function complaint(variantId, result, known) {
  if (known === undefined) {
    return result.status === 'fail' ? describeFailure(variantId, result) : null;
  }
  if (result.status === 'fail') return null;
  return [
    `${variantId} › ${result.description}`,
    `  case      ${result.caseId}   (${result.place})`,
    `  expected  a failure, because it is known: ${known}`,
    `  actual    it passes: remove it from knownFailing in its stack.json`,
  ].join('\n');
}

/** @param {VariantRun} run */
async function stops(run) {
  const { exitCode, signal, leftBehind } = await run.stop();
  expect({ exitCode, signal, leftBehind }).toEqual({ exitCode: 0, signal: null, leftBehind: [] });
}

/**
 * Jest shows the place to which an error's stack leads: here the case in its contract, not the harness.
 *
 * @param {string} message
 * @param {string} rootFolder
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 * @returns {Error}
 */
function caseError(message, rootFolder, { file }, { id }) {
  const contractFile = path.join(rootFolder, file);
  const lines = fs.readFileSync(contractFile, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes(`"id": "${id}"`)) + 1;
  const error = new Error(message);
  error.stack = `${message}\n    at ${contractFile}:${Math.max(1, line)}:1`;
  return error;
}

/**
 * A server that does not get ready is nobody's mistake here, so that no stack trace helps.
 *
 * @param {Error} error
 * @returns {never}
 */
function plain(error) {
  if (error instanceof NotStarted) error.stack = error.message;
  throw error;
}

module.exports = { describeContracts };

/** Makes Jest tests of contracts: every case against every variant, named `<variant> › <case description>`. */
'use strict';

const path = require('node:path');
const { VariantRun, contractsFor, describeFailure, loadContracts } = require('../contracts');
const { loadStacks, variantsOf, whyNotRun } = require('../stacks');
const { supertestExchange } = require('./supertest-exchange');

/** @typedef {import('../contracts/load-contracts').Contract} Contract */
/** @typedef {import('../contracts/load-contracts').ContractCase} ContractCase */
/** @typedef {import('../stacks/load-stacks').Variant} Variant */

/**
 * @typedef {object} ContractSelection
 * @property {string} rootFolder the house: the folder that holds contracts/, node/ and java/
 * @property {'node' | 'java'} [language] one side's stacks alone
 * @property {(variant: Variant) => boolean} [select] which variants (all)
 */

const STEP_MILLIS = 10_000;
/** A case may wait for a server to start, and for one to be killed. */
const SERVER_MILLIS = 70_000;

/**
 * To be called at the top of a test file.
 *
 * @param {ContractSelection} selection
 * @throws {import('../input/invalid-input').InvalidInput} contracts or stacks that cannot be used
 */
function describeContracts({ rootFolder, language, select = () => true }) {
  const contracts = loadContracts(path.join(rootFolder, 'contracts'));
  const stacks = loadStacks(rootFolder, language ? { language } : {});
  for (const variant of stacks.flatMap(variantsOf).filter(select)) {
    describe(variant.id, () => testVariant(variant, contracts));
  }
}

/**
 * @param {Variant} variant
 * @param {Contract[]} contracts
 */
function testVariant(variant, contracts) {
  const reason = whyNotRun(variant);
  if (reason !== null) {
    test.skip(`is not run: ${reason}`, () => {});
    return;
  }
  const run = new VariantRun(variant, { exchange: supertestExchange });
  afterAll(() => run.kill());
  const honoured = contractsFor(contracts, variant.workloads);
  for (const { workload } of contracts.filter((contract) => !honoured.includes(contract))) {
    test.skip(`does not run ${workload}: ${variant.reason ?? 'it is not among its workloads'}`, () => {});
  }
  for (const contract of honoured) {
    for (const contractCase of contract.cases) testCase(variant, run, contract, contractCase);
  }
  test('stops when asked and leaves nothing behind', () => stops(run), SERVER_MILLIS);
}

/**
 * @param {Variant} variant
 * @param {VariantRun} run
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 */
function testCase({ id, stack }, run, contract, contractCase) {
  const known = stack.knownFailing[contractCase.id];
  const { description } = contractCase;
  const name = known === undefined ? description : `${description} (known to fail: ${known})`;
  const body = async () => {
    const result = await run.run(contract, contractCase);
    if (known !== undefined && result.status === 'pass') {
      throw plainError(
        `${id} › ${description}\n  case      ${result.caseId}   (${result.place})\n` +
          `  expected  a failure, because it is known: ${known}\n` +
          `  actual    it passes: remove it from knownFailing in its stack.json`,
      );
    }
    if (known === undefined && result.status === 'fail') {
      throw plainError(describeFailure(id, result));
    }
  };
  test(name, body, longestMillis(contractCase));
}

/**
 * @param {ContractCase} contractCase
 * @returns {number} no case that keeps to its own time-outs takes longer
 */
function longestMillis({ steps = [{}], memory, timeoutMillis = STEP_MILLIS }) {
  const count = steps.length + (memory?.warmUp?.length ?? 0);
  return count * timeoutMillis + SERVER_MILLIS;
}

/** @param {VariantRun} run */
async function stops(run) {
  const { exitCode, signal, leftBehind } = await run.stop();
  expect({ exitCode, signal, leftBehind }).toEqual({ exitCode: 0, signal: null, leftBehind: [] });
}

/**
 * @param {string} message
 * @returns {Error} one without a stack trace, which would lead into the harness
 */
function plainError(message) {
  const error = new Error(message);
  error.stack = message;
  return error;
}

module.exports = { describeContracts };

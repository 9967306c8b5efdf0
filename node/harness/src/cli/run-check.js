/** Holds the chosen stacks against the contracts, a few at a time, and tells its progress. */
'use strict';

const { VariantRun, contractsFor, describeFailure, runnable } = require('../contracts');
const { whyNotRun } = require('../stacks');
const { stackReport } = require('../reports/stack-report');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../contracts/load-contracts').ContractCase} ContractCase
 * @typedef {import('../reports/progress').ChecksSoFar} ChecksSoFar
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../reports/report').CheckResult} CheckResult
 * @typedef {import('../reports/report').StackReport} StackReport
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/** Much of a case is waiting, for a service that is down say. More would disturb those that look at memory and time. */
const AT_ONCE = 5;

/**
 * @param {Variant[]} variants
 * @param {Contract[]} contracts those whose cases are run, if their service is there
 * @param {{ services: Services, progress: Progress }} options
 * @returns {Promise<StackReport[]>} one for each variant, in their order
 */
async function runCheck(variants, contracts, { services, progress }) {
  const runnables = runnable(contracts, services);
  const soFar = {
    stacks: variants.length,
    cases: 0,
    ofCases: casesOf(variants, runnables),
    failed: 0,
  };
  /** @type {StackReport[]} */
  const reports = [];
  const queue = inTurn(variants);
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [at, variant] = next;
      const position = `check [${at + 1}/${variants.length}] ${variant.id}`;
      reports[at] = await checkOne(variant, runnables, { services, progress, position, soFar });
    }
  };
  progress.checks(soFar);
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    progress.clear();
  }
  return reports;
}

/**
 * JVMs that start keep the cores busy, and servers in Node.js wait: languages that take turns fill each other's gaps.
 *
 * @param {Variant[]} variants
 * @returns {[number, Variant][]} each with its place among all, in the order in which they are begun
 */
function inTurn(variants) {
  const turnOf = (/** @type {number} */ at) =>
    variants.slice(0, at).filter(({ stack }) => stack.language === variants[at].stack.language)
      .length;
  return [...variants.entries()].sort(([one], [other]) => turnOf(one) - turnOf(other));
}

/**
 * @param {Variant[]} variants
 * @param {Contract[]} contracts
 * @returns {number} how many cases are to be run
 */
function casesOf(variants, contracts) {
  const counts = variants
    .filter((variant) => whyNotRun(variant) === null)
    .flatMap(({ workloads }) =>
      contractsFor(contracts, workloads).map(({ cases }) => cases.length),
    );
  return counts.reduce((sum, each) => sum + each, 0);
}

/**
 * @param {Variant} variant
 * @param {Contract[]} contracts
 * @param {{ services: Services, progress: Progress, position: string, soFar: ChecksSoFar }} run
 * @returns {Promise<StackReport>}
 */
async function checkOne(variant, contracts, { services, progress, position, soFar }) {
  const report = stackReport(variant, whyNotRun(variant));
  if (report.notRun !== null) {
    progress.done(`${position} not run: ${report.notRun}`);
    return report;
  }
  try {
    const told = {
      onCase: (/** @type {string} */ id) => progress.now(`${position} › ${id}`),
      onRun: () => void soFar.cases++,
      onFailed: (/** @type {string} */ description) => {
        soFar.failed++;
        progress.fails(`${variant.id} › ${description}`);
      },
    };
    const honoured = contractsFor(contracts, variant.workloads);
    const check = await checkVariant(variant, honoured, services, told);
    const failed = check.failed.length > 0 ? `, ${check.failed.length} do not hold` : ', all hold';
    progress.done(`${position} ${check.cases} cases${failed}, ${check.seconds.toFixed(1)} s`);
    return { ...report, check };
  } catch (error) {
    progress.say(`${position} failed`);
    return { ...report, problem: /** @type {Error} */ (error).message };
  }
}

/**
 * @param {Variant} variant
 * @param {Contract[]} contracts
 * @param {Services} services
 * @param {{ onCase: (caseId: string) => void, onRun: () => void, onFailed: (description: string) => void }} told
 * @returns {Promise<CheckResult>}
 */
async function checkVariant(variant, contracts, services, { onCase, onRun, onFailed }) {
  const began = performance.now();
  const run = new VariantRun(variant, { services, contracts });
  /** @type {CheckResult} */
  const result = { cases: 0, failed: [], knownFailing: [], leftBehind: [], seconds: 0 };
  for (const contract of contracts) {
    for (const contractCase of contract.cases) {
      onCase(contractCase.id);
      const failedBefore = result.failed.length;
      await checkCase(run, variant, contract, contractCase, result);
      onRun();
      if (result.failed.length > failedBefore) onFailed(contractCase.description);
    }
  }
  const { exitCode, signal, leftBehind } = await run.stop();
  const badExit =
    exitCode === 0 ? [] : [`exit code ${exitCode ?? signal} after SIGTERM, expected 0`];
  const seconds = (performance.now() - began) / 1000;
  return { ...result, leftBehind: [...badExit, ...leftBehind], seconds };
}

/**
 * @param {VariantRun} run
 * @param {Variant} variant
 * @param {Contract} contract
 * @param {ContractCase} contractCase
 * @param {CheckResult} result is added to
 */
async function checkCase(run, variant, contract, contractCase, result) {
  const { id, description } = contractCase;
  const outcome = await run.run(contract, contractCase);
  const reason = variant.knownFailing[id];
  result.cases++;
  if (outcome.status === 'fail' && reason !== undefined) {
    result.knownFailing.push({ id, reason });
  } else if (outcome.status === 'fail') {
    result.failed.push({ id, description, message: describeFailure(variant.id, outcome) });
  } else if (reason !== undefined) {
    const message =
      `${variant.id} › ${description}\n  expected  to fail, because: ${reason}\n` +
      `  actual    it passes: take ${id} out of knownFailing in its stack.json`;
    result.failed.push({ id, description, message });
  }
}

module.exports = { runCheck };

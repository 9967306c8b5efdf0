/** Makes Jest tests of performance: one for each stack and workload, all of one run of `loadline measure` that they share. */
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { loadContracts } = require('../contracts');
const { isOfBase } = require('../reports/report');
const { safeText } = require('../reports/safe-text');
const { loadStacks, variantsOf, whyNotRun } = require('../stacks');
const { isYardstick, loadThresholds } = require('../thresholds/load-thresholds');
const { toHoldItsLine } = require('./matchers');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../reports/report').Report} Report
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 */

/**
 * @typedef {object} PerformanceSelection
 * @property {string} rootFolder the house: the folder that holds contracts/, node/ and java/
 * @property {'node' | 'java'} [language] one side's stacks alone
 * @property {(variant: Variant) => boolean} [select] which variants (the stacks themselves)
 * @property {(workload: string) => boolean} [choose] which workloads are measured (all); the others are skipped, and say so
 * @property {number} [minutesMax] how long blocks are begun (6)
 * @property {boolean} [everyP99] whether every p99 is judged, not those of thresholds.json's p99Workloads alone
 * @property {number} [sliceSeconds] of throughput (0.15)
 * @property {string} [base] a revision or folder that the stacks are held against in place of the yardstick ($LOADLINE_BASE)
 * @property {string} [reportFolder] where report.json and blocks.ndjson go (the house)
 */

/** @typedef {Required<Omit<PerformanceSelection, 'base'>> & { base: string | undefined } & { contracts: Contract[], variants: Variant[], thresholds: Thresholds }} Plan */

const LOADLINE = path.resolve(__dirname, '../../bin/loadline.js');
const MINUTES_MAX = 6;
const SLICE_SECONDS = 0.15;
const REPORT_FILE = 'report.json';
const STANDARD_ERROR = 2;
/** Of `loadline measure`: it has found something, and written its report. */
const MEASURED = [0, 1, 3];

/**
 * To be called at the top of a test file, which nothing else may run beside: what else runs is measured too.
 *
 * It measures at once, before there is any test: a measurement that is not to be trusted is no pass and no fail, so its
 * test is to be skipped, and Jest must know of that before it begins.
 *
 * @param {PerformanceSelection} selection
 * @throws {Error} contracts, stacks or thresholds.json cannot be used; they are told before on standard error
 */
function describePerformance(selection) {
  const plan = planOf(selection);
  if (plan.variants.length === 0) {
    test.skip('nothing is judged: thresholds.json has no limits (npx loadline calibrate)', () => {});
    return;
  }
  expect.extend({ toHoldItsLine });
  const report = measured(plan);
  for (const variant of plan.variants) {
    describe(variant.id, () => testVariant(variant, plan, report));
  }
  describe('all stacks', () => testTogether(report));
}

/**
 * @param {PerformanceSelection} selection
 * @returns {Plan}
 */
function planOf({ rootFolder, language, select = isStack, choose = () => true, ...rest }) {
  const contracts = loadContracts(path.join(rootFolder, 'contracts'));
  const all = loadStacks(rootFolder).flatMap(variantsOf);
  const thresholds = loadThresholds({ root: rootFolder, variants: all, contracts });
  const own = all.filter(({ stack }) => language === undefined || stack.language === language);
  const variants = own.filter(select).filter(({ id }) => thresholds && id in thresholds.stacks);
  return /** @type {Plan} */ ({
    minutesMax: MINUTES_MAX,
    sliceSeconds: SLICE_SECONDS,
    everyP99: false,
    base: process.env.LOADLINE_BASE || undefined,
    reportFolder: rootFolder,
    ...rest,
    rootFolder,
    select,
    choose,
    language,
    contracts,
    variants,
    thresholds,
  });
}

/** @param {Variant} variant */
function isStack({ id, stack }) {
  return id === stack.id && !isYardstick(id);
}

/**
 * @param {Plan} plan
 * @returns {Report} what is shown meanwhile goes to standard error
 */
function measured({ rootFolder, contracts, variants, choose, ...plan }) {
  const workloads = contracts.filter(({ load }) => load).map(({ workload }) => workload);
  const file = path.resolve(plan.reportFolder, REPORT_FILE);
  const words = [
    '--stack',
    ...variants.map(({ id }) => id),
    '--workload',
    ...workloads.filter(choose),
    '--report',
    file,
    ...(plan.base === undefined ? beside(plan) : againstBase(plan, plan.base)),
  ];
  const command = plan.base === undefined ? 'measure' : 'compare';
  const { status, error } = spawnSync(process.execPath, [LOADLINE, command, ...words.map(String)], {
    cwd: rootFolder,
    env: { ...process.env, LOADLINE_STARTER: String(process.pid) },
    stdio: ['ignore', STANDARD_ERROR, STANDARD_ERROR],
  });
  if (status === null || !MEASURED.includes(status)) {
    throw error ?? new Error(`loadline ${command} ended with exit code ${status}, see above`);
  }
  return JSON.parse(fs.readFileSync(file, 'utf8'));
}

/** @param {Pick<Plan, 'sliceSeconds' | 'minutesMax' | 'everyP99'>} plan */
function beside({ sliceSeconds, minutesMax, everyP99 }) {
  const times = ['--seconds', sliceSeconds, '--max-minutes', minutesMax];
  return everyP99 ? [...times, '--every-p99'] : times;
}

/**
 * @param {Pick<Plan, 'minutesMax' | 'everyP99'>} plan
 * @param {string} base
 */
function againstBase({ minutesMax, everyP99 }, base) {
  const words = [`--base=${base}`, '--minutes', minutesMax];
  return everyP99 ? [...words, '--full'] : words;
}

/**
 * @param {Variant} variant
 * @param {Plan} plan
 * @param {Report} report
 */
function testVariant(variant, { contracts, thresholds, choose }, report) {
  const notRun = whyNotRun(variant);
  if (notRun !== null) {
    test.skip(`is not run: ${notRun}`, () => {});
    return;
  }
  const { inconclusive } = thresholds.gate;
  for (const contract of contracts.filter(
    ({ workload }) => workload in thresholds.stacks[variant.id],
  )) {
    const { workload } = contract;
    const comparison = report.gate?.comparisons.find(
      (each) => each.subject === variant.id && each.workload === workload,
    );
    const reason = choose(workload)
      ? (whyNotCompared(variant, comparison, report) ??
        whySkipped(contract, comparison, report, inconclusive))
      : 'the workload is not chosen for this run';
    const server = { id: variant.id, inconclusive, comparisonOf: async () => found(comparison) };
    if (reason !== null) test.skip(`is not measured on ${workload}: ${reason}`, () => {});
    else test(`holds its line on ${workload}`, () => expect(server).toHoldItsLine(workload));
  }
}

/**
 * @param {Variant} variant
 * @param {ComparisonOutcome | undefined} comparison
 * @param {Report} report
 * @returns {string | null} why a comparison of two revisions left it out
 */
function whyNotCompared({ id, stack }, comparison, { revisions, notCompared = [], gate }) {
  if (revisions === undefined || comparison !== undefined) return null;
  const told = notCompared.find((each) => each.stack === id || each.stack === stack.id);
  if (told !== undefined) return told.reason;
  return gate === null ? null : `the change from ${revisions.base.name} cannot touch it`;
}

/**
 * @param {Contract} contract
 * @param {ComparisonOutcome | undefined} comparison
 * @param {Report} report
 * @param {'pass' | 'warn' | 'fail'} inconclusive
 * @returns {string | null}
 */
function whySkipped({ service }, comparison, { services }, inconclusive) {
  const missing = services.find(({ name, notRun }) => name === service && notRun !== null);
  if (comparison === undefined) return missing?.notRun ?? null;
  if (comparison.verdict === null) return comparison.notJudged;
  const isLeft = comparison.verdict === 'invalid' && inconclusive !== 'fail';
  return isLeft ? safeText(String(comparison.invalid)) : null;
}

/** @param {ComparisonOutcome | undefined} comparison */
function found(comparison) {
  if (comparison) return comparison;
  throw new Error('it was not measured');
}

/** @param {Report} report */
function testTogether({ gate, stacks }) {
  test('hold their lines together', () => {
    const named = gate?.comparisons.filter(({ verdict }) => verdict === 'fail') ?? [];
    // Evidence that is spread over many metrics, none of which can be named, fails a run too.
    expect(gate?.verdict === 'fail' && named.length === 0).toBe(false);
  });
  test('stop when asked and leave nothing behind', () => {
    expect(
      stacks
        .filter((stack) => !isOfBase(stack))
        .flatMap(({ id, leftBehind }) => leftBehind.map((what) => `${id}: ${what}`)),
    ).toEqual([]);
  });
}

module.exports = { describePerformance };

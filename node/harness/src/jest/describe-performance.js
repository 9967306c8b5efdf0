/** Makes Jest tests of performance: one for each stack and workload, all of one run that they share. */
'use strict';

const path = require('node:path');
const { version } = require('../../package.json');
const { loadContracts, missingService } = require('../contracts');
const { gateWithDriver } = require('../measure/gate-with-driver');
const { buildReport } = require('../reports/build-report');
const { gateReport } = require('../reports/gate-report');
const { Progress } = require('../reports/progress');
const { writeReport } = require('../reports/report');
const { serviceReport } = require('../reports/service-report');
const { table } = require('../reports/table');
const { startServicesNow } = require('../services');
const { loadStacks, variantsOf, whyNotRun } = require('../stacks');
const { isYardstick, loadThresholds } = require('../thresholds/load-thresholds');
const { toHoldItsLine } = require('./matchers');
const { servicesOf } = require('./services-of');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../measure/gate').GateOutcome} GateOutcome
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 */

/**
 * @typedef {object} PerformanceSelection
 * @property {string} rootFolder the house: the folder that holds contracts/, node/ and java/
 * @property {'node' | 'java'} [language] one side's stacks alone
 * @property {(variant: Variant) => boolean} [select] which variants (the stacks themselves)
 * @property {(workload: string) => boolean} [choose] which workloads are measured (all); the others are skipped, and say so
 * @property {number} [minutesMax] how long blocks are begun (3)
 * @property {number} [sliceSeconds] of throughput (0.15)
 * @property {string} [reportFolder] where report.json and blocks.ndjson go (the house)
 */

/** @typedef {Required<PerformanceSelection> & { contracts: Contract[], all: Variant[], variants: Variant[], thresholds: Thresholds, services: Services }} Plan */

const MINUTES_MAX = 3;
const SLICE_SECONDS = 0.15;
const P99_SECONDS_MAX = 2.5;
/** Starts and warm-ups of a JVM's seven servers come before the first block, and suspects may go on. */
const TIMEOUT_MILLIS = 20 * 60_000;
const STOP_MILLIS = 30_000;
const BLOCKS_FILE = 'blocks.ndjson';
const REPORT_FILE = 'report.json';

/**
 * To be called at the top of a test file, which nothing else may run beside: what else runs is measured too.
 *
 * @param {PerformanceSelection} selection
 * @throws {import('../input/invalid-input').InvalidInput} contracts, stacks or thresholds.json cannot be used
 */
function describePerformance(selection) {
  const house = openHouse(selection);
  if (house.variants.length === 0) {
    test.skip('nothing is judged: thresholds.json has no limits (npx loadline calibrate)', () => {});
    return;
  }
  const chosen = house.contracts.filter(({ workload }) => house.choose(workload));
  const services = startServicesNow(servicesOf(house.variants, chosen), {
    root: selection.rootFolder,
  });
  testShared({ ...house, services });
}

/**
 * @param {PerformanceSelection} selection
 * @returns {Omit<Plan, 'services'>}
 */
function openHouse({ rootFolder, language, select = isStack, choose = () => true, ...rest }) {
  const contracts = loadContracts(path.join(rootFolder, 'contracts'));
  const all = loadStacks(rootFolder).flatMap(variantsOf);
  const thresholds = loadThresholds({ root: rootFolder, variants: all, contracts });
  const own = all.filter(({ stack }) => language === undefined || stack.language === language);
  const variants = own.filter(select).filter(({ id }) => thresholds && id in thresholds.stacks);
  return /** @type {Omit<Plan, 'services'>} */ ({
    ...{ minutesMax: MINUTES_MAX, sliceSeconds: SLICE_SECONDS, reportFolder: rootFolder },
    ...{ ...rest, rootFolder, select, choose, language, contracts, all, variants, thresholds },
  });
}

/** @param {Variant} variant */
function isStack({ id, stack }) {
  return id === stack.id && !isYardstick(id);
}

/** @param {Plan} plan */
function testShared(plan) {
  /** @type {GateOutcome | null} */
  let outcome = null;
  beforeAll(async () => {
    expect.extend({ toHoldItsLine });
    outcome = await measured(plan);
  }, TIMEOUT_MILLIS);
  afterAll(() => plan.services.stop(), STOP_MILLIS);
  for (const variant of plan.variants) {
    describe(variant.id, () => testVariant(variant, plan, () => outcome));
  }
}

/**
 * @param {Variant} variant
 * @param {Plan} plan
 * @param {() => GateOutcome | null} outcome
 */
function testVariant(variant, { contracts, services, thresholds, choose }, outcome) {
  const notRun = whyNotRun(variant);
  if (notRun !== null) {
    test.skip(`is not run: ${notRun}`, () => {});
    return;
  }
  const server = {
    id: variant.id,
    inconclusive: thresholds.gate.inconclusive,
    cellOf: async (/** @type {string} */ workload) => cellIn(outcome(), variant.id, workload),
  };
  for (const contract of contracts.filter(
    ({ workload }) => workload in thresholds.stacks[variant.id],
  )) {
    const missing = missingService(contract, services);
    const { workload } = contract;
    const reason = choose(workload) ? missing : 'the workload is not chosen for this run';
    if (reason !== null) test.skip(`is not measured on ${workload}: ${reason}`, () => {});
    else test(`holds its line on ${workload}`, () => expect(server).toHoldItsLine(workload));
  }
}

/**
 * @param {GateOutcome | null} outcome
 * @param {string} stack
 * @param {string} workload
 */
function cellIn(outcome, stack, workload) {
  const cell = outcome?.cells.find((each) => each.stack === stack && each.workload === workload);
  if (!cell) throw new Error(`${stack} ${workload} was not measured`);
  return cell;
}

/**
 * @param {Plan} plan
 * @returns {Promise<GateOutcome>} it is in the report too
 */
async function measured(plan) {
  const began = new Date();
  const { contracts, choose, services, thresholds, all, variants, minutesMax, reportFolder } = plan;
  const progress = new Progress(process.stderr);
  const loaded = contracts.filter(({ load, workload }) => load !== undefined && choose(workload));
  const run = { thresholds, variants: all, blocksFile: path.join(reportFolder, BLOCKS_FILE) };
  const outcome = await gateWithDriver(variants, {
    ...{ ...run, contracts: loaded, services, minutesMax, seconds: plan.sliceSeconds },
    ...{ p99SecondsMax: P99_SECONDS_MAX, runtimes: [] },
    onProgress: (what) => progress.now(`measure ${what}`),
    onDone: (what) => progress.done(`measure ${what}`),
  });
  progress.clear();
  const report = buildReport(
    { began, version },
    {
      ...{
        command: 'test',
        sliceSeconds: plan.sliceSeconds,
        notes: [],
        goals: [],
        comparisons: [],
      },
      ...{ services: services.all().map(serviceReport), ...gateReport(outcome, run) },
    },
  );
  writeReport(path.join(reportFolder, REPORT_FILE), report);
  process.stderr.write(`${table(report)}\n`);
  return outcome;
}

module.exports = { describePerformance };

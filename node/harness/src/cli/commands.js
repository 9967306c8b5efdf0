/** What each command does, from what was typed to the table and the report. */
'use strict';

const { version } = require('../../package.json');
const { planCores } = require('../measure/cores');
const { hasGoal } = require('../measure/goals');
const { describeMachine } = require('../measure/machine');
const { Progress } = require('../reports/progress');
const { hasPassed, writeReport } = require('../reports/report');
const { table } = require('../reports/table');
const { build } = require('../stacks/build');
const { UsageError } = require('./exit-codes');
const { chooseContracts, chooseVariants, openHouse } = require('./house');
const { sliceSeconds } = require('./options');
const { runBeside } = require('./run-beside');
const { runCheck } = require('./run-check');
const { runGoals } = require('./run-goals');
const { runMeasure } = require('./run-measure');
const { serviceReport } = require('./service-report');
const { together } = require('./stack-report');
const { withServices } = require('./with-services');

/**
 * @typedef {import('./options').Choice} Choice
 * @typedef {import('./house').House} House
 * @typedef {import('../reports/report').Report} Report
 * @typedef {import('../services/services').Services} Services
 * @typedef {Omit<Report, 'schemaVersion' | 'version' | 'startedAt' | 'seconds' | 'passed' | 'machine' | 'pinning'>} Found
 *
 * @typedef {object} MeasureOptions
 * @property {string[]} [stack]
 * @property {string[]} [workload]
 * @property {number} [seconds]
 * @property {number} [connections]
 * @property {string} report
 * @property {boolean} [full]
 * @property {boolean} [bare]
 * @property {string} [beside]
 */

/** A yardstick is no framework's, so nothing bare stands beside it. */
const YARDSTICK = '/yardstick';

/**
 * @param {Choice & { report?: string }} options
 * @returns {Promise<boolean>} whether it passed
 */
async function check(options) {
  const began = new Date();
  const { house, progress } = prepare();
  const variants = chooseChecked(house, options);
  const contracts = chooseContracts(house.contracts, options.workload);
  const all = await withServices({ root: house.root, contracts, progress }, async (services) => {
    const stacks = await runCheck(variants, contracts, { services, progress });
    return found('check', { stacks, services });
  });
  return conclude(began, options.report, all);
}

/**
 * @param {MeasureOptions} options
 * @returns {Promise<boolean>} whether it passed
 */
async function measure(options) {
  const began = new Date();
  const { house, progress } = prepare();
  const contracts = chooseWanted(house, options);
  const measuring = planOf(options)(house, options);
  const seconds = sliceSeconds(options);
  const all = await withServices({ root: house.root, contracts, progress }, (services) =>
    measuring(contracts, { seconds, services, progress }),
  );
  return conclude(began, options.report, all);
}

/**
 * What is to be measured, chosen before anything is started, so that what was mistyped is refused at once.
 *
 * @typedef {{ seconds: number, services: Services, progress: Progress }} How
 * @typedef {(contracts: import('./house').Contract[], how: How) => Promise<Found>} Measuring
 * @typedef {(house: House, options: MeasureOptions) => Measuring} Plan
 */

/**
 * @param {MeasureOptions} options
 * @returns {Plan}
 */
function planOf({ bare, beside }) {
  if (bare) return planBare;
  return beside === undefined ? planEach : planBeside;
}

/** @type {Plan} */
function planBare(house, options) {
  const variants = chooseMeasured(house, options);
  const subjects = options.stack ? variants : variants.filter(({ id }) => !id.endsWith(YARDSTICK));
  const notes = connectionsNote(options);
  return async (contracts, how) => {
    const goals = await runGoals(house.root, subjects, contracts, how);
    return found('measure', { goals, notes, ...how });
  };
}

/** @type {Plan} */
function planBeside(house, options) {
  const [reference] = chooseMeasured(house, { ...options, stack: [String(options.beside)] });
  const subjects = chooseMeasured(house, options).filter(({ id }) => id !== reference.id);
  return async (contracts, how) => {
    const comparisons = await runBeside(subjects, reference, contracts, how);
    if (comparisons.length === 0) {
      throw new UsageError('nothing to compare: the stacks have none of the workloads in common');
    }
    return found('measure', { comparisons, ...how });
  };
}

/** @type {Plan} */
function planEach(house, options) {
  const variants = chooseMeasured(house, options);
  const notes = [...variantsNote(options, house, variants), ...connectionsNote(options)];
  return async (contracts, how) => {
    const stacks = await runMeasure(variants, contracts, how);
    return found('measure', { stacks, notes, ...how });
  };
}

/**
 * @param {MeasureOptions} options
 * @returns {Promise<boolean>} whether it passed
 */
async function start(options) {
  const began = new Date();
  const { house, progress } = prepare();
  const checked = chooseChecked(house, options);
  const measured = chooseMeasured(house, options);
  const loaded = chooseLoaded(house, options);
  const seconds = sliceSeconds(options);
  const notBuilt = await buildFor(house, checked, progress);
  const contracts = chooseContracts(house.contracts, options.workload);
  const notes = [...(notBuilt ? [notBuilt] : []), ...variantsNote(options, house, measured)];
  const all = await withServices({ root: house.root, contracts, progress }, async (services) => {
    const checks = await runCheck(checked, contracts, { services, progress });
    const measures = await runMeasure(measured, loaded, { seconds, services, progress });
    return found('start', { stacks: together(checks, measures), services, notes, seconds });
  });
  return conclude(began, options.report, all);
}

function prepare() {
  return { house: openHouse(), progress: new Progress(process.stderr) };
}

/**
 * @param {House} house
 * @param {Choice} choice
 */
function chooseChecked(house, { stack }) {
  return chooseVariants(house, stack, { reach: 'with variants', byDefault: () => true });
}

/**
 * @param {House} house
 * @param {MeasureOptions} options
 */
function chooseMeasured(house, { stack, full }) {
  return chooseVariants(house, stack, {
    reach: full ? 'with variants' : 'alone',
    byDefault: ({ id, stack: { id: own } }) => full === true || id === own,
  });
}

/**
 * @param {House} house
 * @param {Choice & { connections?: number }} choice
 * @returns {import('./house').Contract[]} with as many connections as were asked for
 * @throws {UsageError} for a workload that is not measured
 */
function chooseLoaded(house, { workload, connections }) {
  const loaded = chooseContracts(house.contracts, workload).flatMap((contract) => {
    const { load } = contract;
    if (load === undefined) return [];
    return [{ ...contract, load: { ...load, connections: connections ?? load.connections } }];
  });
  if (loaded.length > 0) return loaded;
  throw new UsageError(`nothing to measure: ${workload?.join(', ')} has no load in its contract`);
}

/**
 * @param {House} house
 * @param {MeasureOptions} options
 * @returns {import('./house').Contract[]} those that will be loaded: no service is started for others
 */
function chooseWanted(house, options) {
  const variants = chooseMeasured(house, options);
  return chooseLoaded(house, options).filter(
    ({ workload }) =>
      variants.some(({ workloads }) => workloads.includes(workload)) &&
      (!options.bare || hasGoal(workload)),
  );
}

/**
 * @param {House} house
 * @param {import('../stacks/load-stacks').Variant[]} variants
 * @param {Progress} progress
 */
async function buildFor(house, variants, progress) {
  const stacks = [...new Set(variants.map(({ stack }) => stack))];
  try {
    return await build(house.root, stacks, (text) => progress.say(text));
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {MeasureOptions} options
 * @param {House} house
 * @param {import('../stacks/load-stacks').Variant[]} measured
 * @returns {string[]}
 */
function variantsNote({ stack, full }, house, measured) {
  const left = house.variants.length - measured.length;
  return stack || full || left === 0
    ? []
    : [`variants that were not measured: ${left} (--full measures them)`];
}

/**
 * @param {MeasureOptions} options
 * @returns {string[]}
 */
function connectionsNote({ connections }) {
  return connections === undefined ? [] : [`connections of every workload: ${connections}`];
}

/**
 * @typedef {object} FoundParts
 * @property {Services} [services]
 * @property {number} [seconds] of a slice
 */

/**
 * @param {Report['command']} command
 * @param {Partial<Pick<Report, 'stacks' | 'goals' | 'comparisons' | 'notes'>> & FoundParts} parts
 * @returns {Found}
 */
function found(
  command,
  { services, seconds, stacks = [], goals = [], comparisons = [], notes = [] },
) {
  return {
    ...{ command, stacks, goals, comparisons, notes },
    services: services?.all().map(serviceReport) ?? [],
    sliceSeconds: seconds ?? null,
  };
}

/**
 * @param {Date} began
 * @param {string | undefined} file
 * @param {Found} all
 * @returns {boolean} whether it passed
 */
function conclude(began, file, all) {
  const { driver, servers, reason } = planCores();
  const report = {
    schemaVersion: /** @type {const} */ ('1.0'),
    version,
    startedAt: began.toISOString(),
    seconds: (Date.now() - began.getTime()) / 1000,
    passed: hasPassed(all),
    machine: describeMachine(),
    pinning: { driver, servers, reason },
    ...all,
  };
  process.stdout.write(`${table(report)}\n`);
  if (file) {
    writeReport(file, report);
    process.stdout.write(`report: ${file}\n`);
  }
  process.stdout.write(`${report.passed ? 'passed' : 'FAILED'}\n`);
  return report.passed;
}

module.exports = { check, measure, start };

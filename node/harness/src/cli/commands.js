/** What each command does, from what was typed to the table and the report. */
'use strict';

const path = require('node:path');
const { version } = require('../../package.json');
const { driverNotes } = require('../measure/drivers');
const { hasGoal } = require('../measure/goals');
const { buildReport } = require('../reports/build-report');
const { Progress } = require('../reports/progress');
const { endingOf, writeReport } = require('../reports/report');
const { safeText } = require('../reports/safe-text');
const { serviceReport } = require('../reports/service-report');
const { together } = require('../reports/stack-report');
const { table } = require('../reports/table');
const { build } = require('../stacks/build');
const { isYardstick } = require('../thresholds/load-thresholds');
const { EXIT, UsageError } = require('./exit-codes');
const { chooseContracts, chooseVariants, openHouse } = require('./house');
const { judgedTimes, sliceSeconds } = require('./options');
const { runBeside } = require('./run-beside');
const { runCalibrate } = require('./run-calibrate');
const { runCheck } = require('./run-check');
const { runJudged } = require('./run-gate');
const { runGoals } = require('./run-goals');
const { runMeasure } = require('./run-measure');
const { withServices } = require('./with-services');

/**
 * @typedef {import('./options').Choice} Choice
 * @typedef {import('./house').House} House
 * @typedef {import('../reports/report').Report} Report
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../reports/build-report').Found} Found
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 *
 * @typedef {object} MeasureOptions
 * @property {string[]} [stack]
 * @property {string[]} [workload]
 * @property {number} [seconds]
 * @property {number} [connections]
 * @property {number} [warmUp] seconds, at least
 * @property {string} report
 * @property {boolean} [full]
 * @property {boolean} [bare]
 * @property {string} [beside]
 * @property {number} [pairs] of fresh processes, of a comparison
 * @property {number} [maxMinutes] of a judged run
 * @property {number} [seed] of the order within its blocks
 */

/** The raw blocks of a judged run lie beside its report. */
const BLOCKS_FILE = 'blocks.ndjson';
const ENDINGS = {
  pass: { code: EXIT.pass, text: 'passed' },
  fail: { code: EXIT.fail, text: 'FAILED' },
  inconclusive: { code: EXIT.undecided, text: 'INCONCLUSIVE' },
  invalid: { code: EXIT.undecided, text: 'INVALID' },
};

/**
 * @param {Choice & { report?: string }} options
 * @returns {Promise<number>} the exit code
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
 * @returns {Promise<number>} the exit code
 */
async function measure(options) {
  const began = new Date();
  const { house, progress } = prepare();
  const contracts = chooseWanted(house, options);
  const measuring = planOf(options)(house, options);
  const { pairs } = options;
  const seconds = sliceSeconds(options);
  const all = await withServices({ root: house.root, contracts, progress }, (services) =>
    measuring(contracts, { seconds, pairs, services, progress }),
  );
  return conclude(began, options.report, all);
}

/**
 * What is to be measured, chosen before anything is started, so that what was mistyped is refused at once.
 *
 * @typedef {{ seconds: number, pairs?: number, services: Services, progress: Progress }} How
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
  const subjects = options.stack ? variants : variants.filter(({ id }) => !isYardstick(id));
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
  const measured = measuredBy(house, variants, options);
  return async (contracts, how) => {
    const own = await measured(contracts, how);
    return found('measure', { ...how, ...own, notes: [...notes, ...own.notes] });
  };
}

/**
 * In blocks and judged, where thresholds.json has limits for any of the stacks; else one slice each.
 *
 * @param {House} house
 * @param {Variant[]} variants
 * @param {MeasureOptions} options
 * @returns {(contracts: import('./house').Contract[], how: How) => Promise<Pick<Found, 'stacks' | 'gate' | 'notes'> & { seconds: number }>}
 */
function measuredBy({ root, thresholds, variants: all, contracts: warmedOn }, variants, options) {
  const { warmUp: warmUpSeconds } = options;
  const notJudged = whyNotJudged(thresholds, variants, options);
  if (thresholds === null || notJudged !== null) {
    return async (contracts, how) => {
      const stacks = await runMeasure(variants, contracts, { ...how, warmUpSeconds });
      return { stacks, gate: null, notes: [`not judged: ${notJudged}`], seconds: how.seconds };
    };
  }
  const times = judgedTimes(options);
  const blocksFile = path.join(path.dirname(options.report), BLOCKS_FILE);
  return async (contracts, { services, progress }) => {
    const { seed } = options;
    const run = { variants: all, contracts, warmedOn, thresholds, seed, blocksFile };
    const judged = await runJudged(variants, { ...run, ...times, services, progress });
    return { ...judged, notes: driverNotes(root, variants), seconds: times.seconds };
  };
}

/**
 * @param {import('../thresholds/load-thresholds').Thresholds | null} thresholds
 * @param {Variant[]} variants
 * @param {MeasureOptions} options
 * @returns {string | null}
 */
function whyNotJudged(thresholds, variants, { connections, warmUp }) {
  if (connections !== undefined || warmUp !== undefined) {
    return 'limits are of the connections and the warm-up that are usual (--connections, --warm-up)';
  }
  const isLimited = variants.some(({ id }) => thresholds !== null && id in thresholds.stacks);
  return isLimited ? null : 'thresholds.json has no limits for these stacks (loadline calibrate)';
}

/**
 * @param {MeasureOptions} options
 * @returns {Promise<number>} the exit code
 */
async function start(options) {
  const began = new Date();
  const { house, progress } = prepare();
  const variants = chooseMeasured(house, options);
  const loaded = chooseLoaded(house, options);
  const measuring = measuredBy(house, variants, options);
  const notBuilt = await buildFor(house, variants, progress);
  const contracts = chooseContracts(house.contracts, options.workload);
  const notes = [...(notBuilt ? [notBuilt] : []), ...variantsNote(options, house, variants)];
  const all = await withServices({ root: house.root, contracts, progress }, async (services) => {
    const checks = await runCheck(variants, contracts, { services, progress });
    const how = { seconds: sliceSeconds(options), services, progress };
    const { stacks, notes: more, ...judged } = await measuring(loaded, how);
    const merged = { stacks: together(checks, stacks), notes: [...notes, ...more] };
    return found('start', { ...judged, ...merged, services });
  });
  return conclude(began, options.report, all);
}

/**
 * @param {MeasureOptions & { slack: number, blocks: number, rounds: number, only?: import('../thresholds/limits').SliceKind }} options
 * @returns {Promise<number>} the exit code
 */
async function calibrate(options) {
  const { house, progress } = prepare();
  const subjects = chooseMeasured(house, options).filter(({ id }) => !isYardstick(id));
  if (subjects.length === 0)
    throw new UsageError('nothing to calibrate: a yardstick has no limits');
  const contracts = chooseLoaded(house, options);
  const { slack, blocks, rounds, only, seed } = options;
  const minutesMax = options.maxMinutes ?? Infinity;
  const times = { ...judgedTimes(options), minutesMax, runtimes: [] };
  const { entries, left } = await withServices(
    { root: house.root, contracts, progress },
    (services) => {
      const run = { ...times, contracts, seed, blocksFile: BLOCKS_FILE, services, progress };
      return runCalibrate(house, subjects, { ...run, slack, blocks, rounds, only });
    },
  );
  process.stdout.write(`thresholds.json: ${entries.length} entries written, slack ${slack}\n`);
  for (const why of left) process.stdout.write(`  no limit: ${safeText(why)}\n`);
  return entries.length > 0 ? EXIT.pass : EXIT.fail;
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
    : [`variants that were left out: ${left} (--full takes them in)`];
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
 * @param {Partial<Pick<Report, 'stacks' | 'gate' | 'goals' | 'comparisons' | 'notes'>> & FoundParts} parts
 * @returns {Found}
 */
function found(
  command,
  { services, seconds, stacks = [], gate = null, goals = [], comparisons = [], notes = [] },
) {
  return {
    ...{ command, stacks, gate, goals, comparisons, notes },
    services: services?.all().map(serviceReport) ?? [],
    sliceSeconds: seconds ?? null,
  };
}

/**
 * @param {Date} began
 * @param {string | undefined} file
 * @param {Found} all
 * @returns {number} the exit code
 */
function conclude(began, file, all) {
  const report = buildReport({ began, version }, all);
  process.stdout.write(`${table(report)}\n`);
  if (file) {
    writeReport(file, report);
    process.stdout.write(`report: ${file}\n`);
  }
  const { code, text } = ENDINGS[endingOf(all)];
  process.stdout.write(`${text}\n`);
  return code;
}

module.exports = { check, measure, start, calibrate };

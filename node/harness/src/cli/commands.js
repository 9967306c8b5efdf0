/** What each command does, from what was typed to the table and the report. */
'use strict';

const path = require('node:path');
const { BARE_LISTS } = require('../measure/bare');
const { driverNotes } = require('../measure/drivers');
const plans = require('../measure/plan');
const { limitsFrom, worstOf } = require('../measure/calibration');
const { openProgress } = require('../reports/open-progress');
const { readReports } = require('../reports/read-report');
const { safeText } = require('../reports/safe-text');
const { together } = require('../reports/stack-report');
const { loadStacks, variantsOf } = require('../stacks');
const { build } = require('../stacks/build');
const { isYardstick } = require('../thresholds/load-thresholds');
const { USUAL } = require('../thresholds/usual');
const { withLimits, writeThresholds } = require('../thresholds/write-thresholds');
const { conclude, found } = require('./conclude');
const { EXIT, UsageError } = require('./exit-codes');
const { chooseContracts, chooseLoaded, chooseVariants, openHouse, wantedOf } = require('./house');
const { timesOf } = require('./options');
const { runCheck } = require('./run-check');
const { runPlan } = require('./run-plan');
const { withServices } = require('./with-services');

/**
 * @typedef {import('./options').Choice} Choice
 * @typedef {import('./house').House} House
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../measure/plan').Plan} Plan
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../reports/build-report').Found} Found
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 *
 * @typedef {object} MeasureOptions
 * @property {string[]} [stack]
 * @property {string[]} [workload]
 * @property {number} [seconds]
 * @property {number} [connections]
 * @property {number} [warmUp] seconds, at least
 * @property {string} report
 * @property {boolean} [full]
 * @property {boolean} [everyP99]
 * @property {boolean} [bare]
 * @property {string} [beside]
 * @property {number} [pairs] of fresh processes, of a comparison
 * @property {number} [maxMinutes]
 * @property {number} [seed] of the order within its blocks
 * @property {boolean} [verbose]
 * @property {boolean} [quiet] nothing but the end, and errors
 */

/** The raw blocks of a run lie beside its report. */
const BLOCKS_FILE = 'blocks.ndjson';

/**
 * @param {Choice & { report?: string, verbose?: boolean, quiet?: boolean }} options
 * @returns {Promise<number>} the exit code
 */
async function check(options) {
  const began = new Date();
  const { house, progress } = await prepare(options);
  const variants = chooseChecked(house, options);
  const contracts = chooseContracts(house.contracts, options.workload);
  const all = await withServices({ root: house.root, contracts, progress }, async (services) => {
    const stacks = await runCheck(variants, contracts, { services, progress });
    return found('check', { stacks, services });
  });
  return conclude(began, options, all);
}

/**
 * @param {MeasureOptions} options
 * @returns {Promise<number>} the exit code
 */
async function measure(options) {
  const began = new Date();
  const { house, progress } = await prepare(options);
  const measuring = prepareMeasuring(house, options);
  const { contracts } = measuring;
  const all = await withServices({ root: house.root, contracts, progress }, async (services) => {
    const measured = await measuring.run(services, progress);
    return found('measure', { ...measured, services });
  });
  return conclude(began, options, all);
}

/**
 * @param {MeasureOptions} options
 * @returns {Promise<number>} the exit code
 */
async function start(options) {
  const began = new Date();
  const { house, progress } = await prepare(options);
  const measuring = prepareMeasuring(house, options);
  const notBuilt = await buildFor(house, measuring.variants, progress);
  const contracts = chooseContracts(house.contracts, options.workload);
  const all = await withServices({ root: house.root, contracts, progress }, async (services) => {
    const checks = await runCheck(measuring.variants, contracts, { services, progress });
    const { stacks, notes, ...measured } = await measuring.run(services, progress);
    return found('start', {
      ...measured,
      stacks: together(checks, stacks),
      notes: [...(notBuilt ? [notBuilt] : []), ...notes],
      services,
    });
  });
  return conclude(began, options, all);
}

/**
 * @typedef {MeasureOptions & { slack: number, blocks: number, rounds: number, only?: import('../thresholds/limits').SliceKind, merge?: string[] }} CalibrateOptions
 */

/**
 * @param {CalibrateOptions} options
 * @returns {Promise<number>} the exit code
 */
async function calibrate(options) {
  const { house, progress } = await prepare(options);
  const comparisons = options.merge
    ? worstOf(readReports(options.merge).map(({ gate }) => gate?.comparisons ?? []))
    : await measuredFor(house, options, progress);
  const { entries, left } = limitsFrom(comparisons, options.slack);
  writeThresholds(house.root, withLimits(house.thresholds, entries));
  const { slack } = options;
  process.stdout.write(`thresholds.json: ${entries.length} entries written, slack ${slack}\n`);
  for (const why of left) process.stdout.write(`  no limit: ${safeText(why)}\n`);
  return entries.length > 0 ? EXIT.pass : EXIT.fail;
}

/**
 * @param {House} house
 * @param {CalibrateOptions} options
 * @param {Progress} progress
 */
async function measuredFor(house, options, progress) {
  const { root } = house;
  const subjects = chooseMeasured(house, options).filter(({ id }) => !isYardstick(id));
  if (subjects.length === 0)
    throw new UsageError('nothing to calibrate: a yardstick has no limits');
  const contracts = chooseLoaded(house, options);
  const { blocks, rounds: sets, only, seed } = options;
  const times = { ...timesOf(options), minutesMax: options.maxMinutes ?? Infinity };
  const { gate } = await withServices({ root, contracts, progress }, (services) => {
    const wanted = { ...wantedOf(house, contracts, services), variants: house.variants };
    const plan = plans.calibrationPlan(subjects, { ...wanted, blocks, sets, only });
    return runPlan(plan, { root, ...times, services, seed, blocksFile: BLOCKS_FILE, progress });
  });
  return gate.comparisons;
}

/**
 * What is to be measured, chosen before anything is started, so that what was mistyped is refused at once.
 *
 * @typedef {object} Measuring
 * @property {Variant[]} variants
 * @property {Contract[]} contracts
 * @property {(services: Services, progress: Progress) => Promise<Pick<Found, 'stacks' | 'gate' | 'notes'> & { seconds: number }>} run
 */

/**
 * @param {House} house
 * @param {MeasureOptions} options
 * @returns {Measuring}
 */
function prepareMeasuring(house, options) {
  const variants = chooseMeasured(house, options);
  const contracts = chooseLoaded(house, options).filter(({ workload }) =>
    variants.some(({ workloads }) => workloads.includes(workload)),
  );
  const { planFor, notes } = choosePlan(house, variants, options);
  const times = timesOf(options);
  const blocksFile = path.join(path.dirname(options.report), BLOCKS_FILE);
  return {
    variants,
    contracts,
    run: async (services, progress) => {
      const plan = planFor(wantedOf(house, contracts, services));
      if (plan.comparisons.length === 0) {
        throw new UsageError('nothing to measure: the stacks have none of the workloads');
      }
      const how = { ...times, services, seed: options.seed, blocksFile, progress };
      const measured = await runPlan(plan, { root: house.root, ...how });
      const more = await countNotes(contracts, services);
      const all = [...notes, ...driverNotes(house.root, variants), ...more];
      return { ...measured, notes: all, seconds: times.seconds };
    },
  };
}

/**
 * @typedef {ReturnType<typeof wantedOf>} Wanted
 */

/**
 * @param {House} house
 * @param {Variant[]} variants the chosen ones
 * @param {MeasureOptions} options
 * @returns {{ planFor: (wanted: Wanted) => Plan, notes: string[] }}
 */
function choosePlan(house, variants, options) {
  const { bare, beside, pairs, full, everyP99 } = options;
  const isFull = full === true || everyP99 === true;
  const { thresholds, root } = house;
  const subjects = variants.filter(({ id }) => !isYardstick(id));
  if (bare) {
    const bares = loadStacks(root, { lists: BARE_LISTS }).flatMap(variantsOf);
    const { gate } = thresholds ?? USUAL;
    return {
      planFor: (wanted) => plans.barePlan(subjects, { ...wanted, bares, gate }),
      notes: connectionsNote(options),
    };
  }
  if (beside !== undefined) {
    const [reference] = chooseMeasured(house, { ...options, stack: [beside] });
    const others = variants.filter(({ id }) => id !== reference.id);
    return {
      planFor: (wanted) => plans.besidePlan(others, { ...wanted, reference, pairs }),
      notes: connectionsNote(options),
    };
  }
  const notes = [...variantsNote(options, house, variants), ...connectionsNote(options)];
  const notJudged = whyNotJudged(house, variants, options);
  if (thresholds === null || notJudged !== null) {
    const planFor = (/** @type {Wanted} */ wanted) =>
      plans.figuresPlan(variants, { ...wanted, blocks: 1 });
    return { planFor, notes: [...notes, `not judged: ${notJudged}`] };
  }
  const all = { variants: house.variants, thresholds, isFull };
  return { planFor: (wanted) => plans.gatePlan(subjects, { ...wanted, ...all }), notes };
}

/**
 * @param {House} house
 * @param {Variant[]} variants
 * @param {MeasureOptions} options
 * @returns {string | null}
 */
function whyNotJudged({ thresholds }, variants, { connections, warmUp }) {
  if (connections !== undefined || warmUp !== undefined) {
    return 'limits are of the connections and the warm-up that are usual (--connections, --warm-up)';
  }
  const isLimited = variants.some(({ id }) => thresholds !== null && id in thresholds.stacks);
  return isLimited ? null : 'thresholds.json has no limits for these stacks (loadline calibrate)';
}

/**
 * @param {Contract[]} contracts
 * @param {Services} services
 * @returns {Promise<string[]>} the services that do not tell what they were asked
 */
async function countNotes(contracts, services) {
  const names = [...new Set(contracts.flatMap(({ service }) => service ?? []))];
  const notes = [];
  for (const name of names) {
    const { notRun, description } = services.of(name);
    if (notRun === null && (await services.counts(name)) === null) {
      notes.push(`${description} does not count commands: answers from memory were not looked for`);
    }
  }
  return notes;
}

/** @param {{ quiet?: boolean }} options */
async function prepare({ quiet: isQuiet }) {
  return { house: openHouse(), progress: await openProgress({ isQuiet }) };
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
 * @param {Variant[]} variants
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
 * @param {Variant[]} measured
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

module.exports = { check, measure, start, calibrate };

/** What each command does, from what was typed to the table and the report. */
'use strict';

const { version } = require('../../package.json');
const { planCores } = require('../measure/cores');
const { describeMachine } = require('../measure/machine');
const { Progress } = require('../reports/progress');
const { hasPassed, writeReport } = require('../reports/report');
const { table } = require('../reports/table');
const { build } = require('./build');
const { UsageError } = require('./exit-codes');
const { chooseContracts, chooseVariants, openHouse } = require('./house');
const { sliceSeconds } = require('./options');
const { runCheck } = require('./run-check');
const { runGoals } = require('./run-goals');
const { runMeasure } = require('./run-measure');
const { together } = require('./stack-report');

/**
 * @typedef {import('./options').Choice} Choice
 * @typedef {import('./house').House} House
 * @typedef {import('../reports/report').Report} Report
 * @typedef {Pick<Report, 'command' | 'stacks' | 'goals' | 'notes' | 'sliceSeconds'>} Found
 * @typedef {Choice & { seconds?: number, report: string, full?: boolean, bare?: boolean }} MeasureOptions
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
  const stacks = await runCheck(
    chooseChecked(house, options),
    chooseContracts(house.contracts, options.workload),
    { progress },
  );
  return conclude(began, options.report, noneOf({ command: 'check', stacks }));
}

/**
 * @param {MeasureOptions} options
 * @returns {Promise<boolean>} whether it passed
 */
async function measure(options) {
  const began = new Date();
  const { house, progress } = prepare();
  const variants = chooseMeasured(house, options);
  const contracts = chooseLoaded(house, options);
  const seconds = sliceSeconds(options);
  if (options.bare) {
    const subjects = options.stack
      ? variants
      : variants.filter(({ id }) => !id.endsWith(YARDSTICK));
    const goals = await runGoals(house.root, subjects, contracts, { seconds, progress });
    return conclude(
      began,
      options.report,
      noneOf({ command: 'measure', goals, sliceSeconds: seconds }),
    );
  }
  const stacks = await runMeasure(variants, contracts, { seconds, progress });
  const notes = variantsNote(options, house, variants);
  return conclude(
    began,
    options.report,
    noneOf({ command: 'measure', stacks, notes, sliceSeconds: seconds }),
  );
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
  const checks = await runCheck(checked, chooseContracts(house.contracts, options.workload), {
    progress,
  });
  const measures = await runMeasure(measured, loaded, { seconds, progress });
  const notes = [...(notBuilt ? [notBuilt] : []), ...variantsNote(options, house, measured)];
  const stacks = together(checks, measures);
  return conclude(
    began,
    options.report,
    noneOf({ command: 'start', stacks, notes, sliceSeconds: seconds }),
  );
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
 * @param {Choice} choice
 * @throws {UsageError} for a workload that is not measured
 */
function chooseLoaded(house, { workload }) {
  const chosen = chooseContracts(house.contracts, workload);
  const loaded = chosen.filter(({ load }) => load !== undefined);
  if (loaded.length > 0) return loaded;
  throw new UsageError(`nothing to measure: ${workload?.join(', ')} has no load in its contract`);
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
 * @param {Partial<Found> & Pick<Report, 'command'>} found
 * @returns {Found}
 */
function noneOf(found) {
  return { stacks: [], goals: [], notes: [], sliceSeconds: null, ...found };
}

/**
 * @param {Date} began
 * @param {string | undefined} file
 * @param {Found} found
 * @returns {boolean} whether it passed
 */
function conclude(began, file, found) {
  const { driver, servers, reason } = planCores();
  const report = {
    schemaVersion: /** @type {const} */ ('1.0'),
    version,
    startedAt: began.toISOString(),
    seconds: (Date.now() - began.getTime()) / 1000,
    passed: hasPassed(found),
    machine: describeMachine(),
    pinning: { driver, servers, reason },
    services: [],
    ...found,
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

/** Measures what the house promises of each stack: ratios to the bare framework and to bare work. */
'use strict';

const { whyNotRun } = require('../stacks');
const { summary } = require('./blocks');
const { cacheReads } = require('./cache-reads');
const { cpuTimeRatio, pairedSlices } = require('./paired-slices');
const { fibonacciRatios, uploadRatios } = require('./work-ratios');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/**
 * A ratio that is promised, and what was measured of it.
 *
 * @typedef {object} Goal
 * @property {string} subject
 * @property {string} what
 * @property {number | null} least that it may be; null where less is better
 * @property {number} most that it may be
 * @property {number | null} measured median of the blocks; null when it could not be measured
 * @property {[number, number] | null} range least and greatest block
 * @property {number} blocks
 * @property {number | null} byCpuTime the ratio by the servers' CPU time per request, which other
 *   programs on the machine disturb less; it says where a noisy ratio of throughput comes from
 * @property {string | null} problem
 */

/** @typedef {{ ratios: number[], byCpuTime: number | null }} Ratios of each block */

/**
 * @typedef {object} GoalOptions
 * @property {string} root the house
 * @property {Contract[]} contracts the chosen ones
 * @property {import('../services/services').Services | null} services
 * @property {import('./driver-process').DriverProcess} driver
 * @property {import('./cores').CorePlan} cores
 * @property {number} seconds of a slice of throughput
 * @property {number} [pairs] of fresh processes (3)
 * @property {(what: string) => void} onProgress
 */

/** @typedef {{ what: string, least: number | null, most: number, ratios: () => Promise<Ratios> }} Plan */

/**
 * Of every stack's throughput, in the framework's own getting-started server's: a stack that does less wastes, and one
 * that does more is not what people get from the framework.
 */
const OF_BARE = { least: 0.85, most: 1.25 };
/** Of the time of md5sum and cp of the same bytes. */
const UPLOAD_MAX = 1.5;
/** Of the time of the bare function. */
const FIBONACCI_MAX = 1.3;
const COMPARED = ['hello', 'hash'];
const OTHER_GOALS = ['cache', 'upload', 'fibonacci'];

/**
 * @param {string} workload
 * @returns {boolean} whether anything is promised of it
 */
function hasGoal(workload) {
  return COMPARED.includes(workload) || OTHER_GOALS.includes(workload);
}

/**
 * @param {Variant} variant
 * @param {Variant | undefined} bare its framework's own getting-started server
 * @param {GoalOptions} options
 * @returns {Promise<Goal[]>}
 */
async function measureGoals(variant, bare, options) {
  const notRun = whyNotRun(variant);
  const goals = [];
  for (const plan of plansOf(variant, bare, options)) {
    options.onProgress(plan.what);
    goals.push(await measureGoal(variant.id, plan, notRun));
  }
  return goals;
}

/**
 * @param {Variant} variant
 * @param {Variant | undefined} bare
 * @param {GoalOptions} options
 * @returns {Plan[]}
 */
function plansOf(variant, bare, options) {
  return options.contracts.flatMap((contract) => {
    const { workload } = contract;
    if (COMPARED.includes(workload)) {
      return [throughputPlan(workload, [variant, bare], { contract }, options)];
    }
    if (workload === 'cache') {
      const work = cacheReads(contract);
      return [throughputPlan('cache GET', [variant, bare], work, options)];
    }
    if (workload === 'upload') return [uploadPlan(variant, options)];
    return workload === 'fibonacci' ? [fibonacciPlan(variant, options)] : [];
  });
}

/**
 * @param {string} name what is compared
 * @param {[Variant, Variant | undefined]} sides
 * @param {import('./paired-slices').Work} work
 * @param {GoalOptions} options
 * @returns {Plan}
 */
function throughputPlan(name, [variant, bare], work, options) {
  return {
    what: `${name}: throughput / bare framework's`,
    ...OF_BARE,
    ratios: async () => {
      const { workload } = work.contract;
      if (!bare) throw new Error('it has no bare server beside it');
      if (!bare.workloads.includes(workload)) throw new Error(`${bare.id} has no ${workload}`);
      const slices = await pairedSlices(variant, bare, work, options);
      return { ratios: slices.ratios, byCpuTime: cpuTimeRatio(slices) };
    },
  };
}

/**
 * @param {Variant} variant
 * @param {GoalOptions} options
 * @returns {Plan}
 */
function uploadPlan(variant, options) {
  return {
    what: 'upload of 100 MiB: time / md5sum and cp',
    least: null,
    most: UPLOAD_MAX,
    ratios: () => uploadRatios(variant, options),
  };
}

/**
 * @param {Variant} variant
 * @param {GoalOptions} options
 * @returns {Plan}
 */
function fibonacciPlan(variant, options) {
  return {
    what: 'fibonacci of 35: time / bare function',
    least: null,
    most: FIBONACCI_MAX,
    ratios: () => fibonacciRatios(variant, options),
  };
}

/**
 * @param {string} subject
 * @param {Plan} plan
 * @param {string | null} notRun why the stack cannot be run here
 * @returns {Promise<Goal>}
 */
async function measureGoal(subject, { what, least, most, ratios }, notRun) {
  const open = {
    subject,
    what,
    least,
    most,
    measured: null,
    range: null,
    blocks: 0,
    byCpuTime: null,
  };
  if (notRun !== null) return { ...open, problem: `not run: ${notRun}` };
  try {
    const { ratios: all, byCpuTime } = await ratios();
    return { ...open, ...summary(all), byCpuTime, problem: null };
  } catch (error) {
    return { ...open, problem: /** @type {Error} */ (error).message };
  }
}

module.exports = { measureGoals, hasGoal };

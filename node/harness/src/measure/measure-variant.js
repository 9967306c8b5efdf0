/** Measures every workload of one stack or variant: start, warm, pin, one slice each, stop. */
'use strict';

const { startServer } = require('../stacks');
const { pin } = require('./cores');
const { loadFor } = require('./load');
const { endOf, stopAndTell } = require('./server-end');
const { countedSlice, serviceUrls } = require('./service-use');
const { isDriverBound, measureSlice } = require('./slice');
const { warmUp } = require('./warm-up');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../contracts/load-contracts').Load} Load
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./cores').CorePlan} CorePlan
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 * @typedef {import('./slice').ServerUse} ServerUse
 * @typedef {import('./warm-up').WarmUp} WarmUp
 */

/**
 * What came of one workload: a sample, or why there is none.
 *
 * @typedef {object} WorkloadResult
 * @property {WarmUp | null} warmUp
 * @property {import('../drivers/tally').Sample & { server: ServerUse } | null} sample
 * @property {import('./service-use').ServiceUse | null} service what its backing service executed; null
 *   where the workload needs none
 * @property {boolean} driverBound whether the driver was the bottleneck
 * @property {string | null} problem
 */

/** @typedef {WorkloadResult & { load: Load | null }} Warmed */

/**
 * @typedef {object} Measured
 * @property {Record<string, WorkloadResult>} workloads by name, in the contracts' order
 * @property {string[]} leftBehind what outlived the server
 * @property {string} stderr the end of what the server wrote to standard error
 */

/**
 * @typedef {object} MeasureOptions
 * @property {Contract[]} contracts those that are loaded
 * @property {Services | null} services
 * @property {DriverProcess} driver
 * @property {CorePlan} cores
 * @property {number} seconds of a slice
 * @property {number} [warmUpSeconds] of each workload, at least
 * @property {(phase: 'start' | 'warm-up' | 'slice' | 'done', workload?: string, result?: WorkloadResult) => void} onProgress
 */

/**
 * A JVM first loads and compiles what every request needs, then what a workload needs; Node compiles
 * within the second.
 */
const WARM_UP_SECONDS = {
  java: { first: 8, later: 2.5 },
  node: { first: 1.5, later: 1.5 },
};

/**
 * One process serves all workloads, one after the other, so its memory is that of a server that has
 * seen them all. It is warmed on all cores, where a JVM's compiler has room, and pinned only then.
 *
 * @param {Variant} variant
 * @param {MeasureOptions} options
 * @returns {Promise<Measured>}
 */
async function measureVariant(variant, options) {
  options.onProgress('start');
  const { contracts, services } = options;
  const server = await startServer(variant, { env: serviceUrls(services, contracts) });
  try {
    const workloads = await warmAll(variant, server, options);
    await pin(server.pids(), options.cores.servers);
    for (const contract of contracts) {
      const { workload } = contract;
      options.onProgress('slice', workload);
      await measureWorkload(workloads[workload], contract, server, options);
      options.onProgress('done', workload, workloads[workload]);
    }
    return { workloads: withoutLoads(workloads), ...(await stopAndTell(server)) };
  } finally {
    await server.kill();
  }
}

/**
 * @param {Variant} variant
 * @param {Server} server
 * @param {MeasureOptions} options
 * @returns {Promise<Record<string, Warmed>>}
 */
async function warmAll(variant, server, { contracts, driver, warmUpSeconds = 0, onProgress }) {
  const budget = WARM_UP_SECONDS[variant.stack.language];
  /** @type {Record<string, Warmed>} */
  const warmed = {};
  for (const contract of contracts) {
    const { workload } = contract;
    onProgress('warm-up', workload);
    const most = Object.keys(warmed).length === 0 ? budget.first : budget.later;
    const seconds = Math.max(most, warmUpSeconds);
    const result = (warmed[workload] = unmeasured());
    await noting(result, server, async () => {
      const load = await loadFor(contract, server);
      const slice = (/** @type {number} */ length) =>
        driver.run({ url: server.baseUrl, seconds: length, load });
      Object.assign(result, { load, warmUp: await warmUp(slice, seconds, warmUpSeconds) });
    });
  }
  return warmed;
}

/** @returns {Warmed} */
function unmeasured() {
  return {
    ...{ warmUp: null, sample: null, service: null, load: null },
    ...{ driverBound: false, problem: null },
  };
}

/**
 * @param {Warmed} result is filled
 * @param {Contract} contract
 * @param {Server} server
 * @param {MeasureOptions} options
 */
async function measureWorkload(result, { service }, server, options) {
  const { driver, seconds, cores, services } = options;
  const { load } = result;
  if (load === null) return;
  await noting(result, server, async () => {
    const slice = () => measureSlice({ driver, server, load, seconds });
    const counted = await countedSlice({ services, service }, load, slice);
    const driverBound = isDriverBound(counted.sample, cores.servers?.length ?? 1);
    Object.assign(result, counted, { driverBound });
  });
}

/**
 * A workload that fails is told in its place, and the others go on.
 *
 * @param {WorkloadResult} result
 * @param {Server} server
 * @param {() => Promise<void>} work
 */
async function noting(result, server, work) {
  try {
    if (server.running) await work();
  } catch (error) {
    result.problem = /** @type {Error} */ (error).message;
  }
  result.problem = endOf(server) ?? result.problem;
}

/**
 * @param {Record<string, Warmed>} workloads
 * @returns {Record<string, WorkloadResult>}
 */
function withoutLoads(workloads) {
  return Object.fromEntries(
    Object.entries(workloads).map(([workload, { load: _load, ...result }]) => [workload, result]),
  );
}

module.exports = { measureVariant };

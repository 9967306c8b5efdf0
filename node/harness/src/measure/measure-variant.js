/** Measures every workload of one stack or variant: start, warm, pin, one slice each, stop. */
'use strict';

const { startServer } = require('../stacks');
const { pin } = require('./cores');
const { loadFor } = require('./load');
const { isDriverBound, measureSlice } = require('./slice');
const { warmUp } = require('./warm-up');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
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
 * @property {boolean} driverBound whether the driver was the bottleneck
 * @property {string | null} problem
 */

/**
 * @typedef {object} Measured
 * @property {Record<string, WorkloadResult>} workloads by name, in the contracts' order
 * @property {string[]} leftBehind what outlived the server
 */

/**
 * @typedef {object} MeasureOptions
 * @property {Contract[]} contracts those that are loaded
 * @property {DriverProcess} driver
 * @property {CorePlan} cores
 * @property {number} seconds of a slice
 * @property {(phase: 'start' | 'warm-up' | 'slice' | 'done', workload?: string, result?: WorkloadResult) => void} onProgress
 */

/**
 * A JVM first loads and compiles what every request needs, then what a workload needs; Node compiles
 * within the second. Measured: shared/FACTS, "How servers warm up".
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
  const server = await startServer(variant);
  try {
    const workloads = await warmAll(variant, server, options);
    await pin(server.pids(), options.cores.servers);
    for (const [workload, warmed] of Object.entries(workloads)) {
      options.onProgress('slice', workload);
      await measureWorkload(warmed, server, options);
      options.onProgress('done', workload, warmed);
    }
    const { leftBehind, exitCode } = await server.stop();
    const badExit =
      exitCode === 0 ? [] : [`${server.howItEnded()} after SIGTERM, expected exit code 0`];
    return { workloads: withoutLoads(workloads), leftBehind: [...badExit, ...leftBehind] };
  } finally {
    await server.kill();
  }
}

/**
 * @param {Variant} variant
 * @param {Server} server
 * @param {MeasureOptions} options
 * @returns {Promise<Record<string, WorkloadResult & { load: object | null }>>}
 */
async function warmAll(variant, server, { contracts, driver, onProgress }) {
  const budget = WARM_UP_SECONDS[variant.stack.language];
  /** @type {Record<string, WorkloadResult & { load: object | null }>} */
  const warmed = {};
  for (const contract of contracts) {
    const { workload } = contract;
    onProgress('warm-up', workload);
    const seconds = Object.keys(warmed).length === 0 ? budget.first : budget.later;
    const result = { warmUp: null, sample: null, driverBound: false, problem: null, load: null };
    warmed[workload] = result;
    await noting(result, server, async () => {
      const load = await loadFor(contract, server);
      const slice = (/** @type {number} */ length) =>
        driver.run({ url: server.baseUrl, seconds: length, load });
      Object.assign(result, { load, warmUp: await warmUp(slice, seconds) });
    });
  }
  return warmed;
}

/**
 * @param {WorkloadResult & { load: object | null }} result is filled
 * @param {Server} server
 * @param {MeasureOptions} options
 */
async function measureWorkload(result, server, { driver, seconds, cores }) {
  const { load } = result;
  if (load === null) return;
  await noting(result, server, async () => {
    result.sample = await measureSlice({ driver, server, load, seconds });
    result.driverBound = isDriverBound(result.sample, cores.servers?.length ?? 1);
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
  if (!server.running) {
    result.problem = `the server ended: ${server.howItEnded()}; it wrote: ${server.lastOutput()}`;
  }
}

/**
 * @param {Record<string, WorkloadResult & { load: object | null }>} workloads
 * @returns {Record<string, WorkloadResult>}
 */
function withoutLoads(workloads) {
  return Object.fromEntries(
    Object.entries(workloads).map(([workload, { load: _load, ...result }]) => [workload, result]),
  );
}

module.exports = { measureVariant };

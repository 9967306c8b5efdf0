/** The arms of one side: its stacks and its yardstick, alive at once, warm, and kept to the servers' cores where they are measured. */
'use strict';

const { missingService } = require('../contracts/runnable');
const { startServer, whyNotRun } = require('../stacks');
const { pin } = require('./cores');
const { loadFor } = require('./load');
const { endOf, stopAndTell } = require('./server-end');
const { serviceUrls } = require('./service-use');
const { warmUp } = require('./warm-up');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../contracts/load-contracts').Load} Load
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../drivers/tally').Sample} Sample
 */

/**
 * A server that takes part in blocks.
 *
 * @typedef {object} Arm
 * @property {Variant} variant
 * @property {'subject' | 'reference'} role
 * @property {Server} server
 * @property {Map<string, Warm>} warm by workload, those that it can be measured on by now
 */

/** @typedef {Pick<Arm, 'variant' | 'role'>} Wanted */

/**
 * @typedef {object} Warm
 * @property {Load} load
 * @property {import('./warm-up').WarmUp} warmUp
 * @property {Sample[]} wrong slices of the warm-up that had errors
 */

/**
 * @typedef {object} ArmsOptions
 * @property {Contract[]} contracts with a load
 * @property {Contract[]} warmedOn what every arm is warmed on first, whatever is measured then
 * @property {Services | null} services
 * @property {import('./driver-process').DriverProcess} driver
 * @property {import('./cores').CorePlan} cores
 * @property {(what: string) => void} onProgress
 * @property {(stack: string, problem: string, workload?: string) => void} onProblem
 */

/**
 * Seconds: of all workloads in turn, then of each that is measured. A JVM first loads and compiles what every request needs, then
 * what a workload needs. Node compiles within the second. The slices are short, since a warm-up that takes six of them is paid by
 * every stack on every workload.
 */
const WARM_UP = {
  java: { mixed: 8, own: 5, slice: 0.15 },
  node: { mixed: 1.4, own: 0.8, slice: 0.1 },
};

/**
 * @param {Wanted[]} wanted all of one language
 * @param {Arm[]} arms those that started are added, one by one; of the others onProblem is told
 * @param {ArmsOptions} options
 */
async function startArms(wanted, arms, options) {
  for (const { variant, role } of wanted) {
    options.onProgress(`start ${variant.id}`);
    const server = await startOne(variant, options);
    if (server) arms.push({ variant, role, server, warm: new Map() });
  }
}

/**
 * @param {Variant} variant
 * @param {ArmsOptions} options
 * @returns {Promise<Server | null>}
 */
async function startOne(variant, { contracts, services, onProblem }) {
  const own = contractsOf(variant, contracts, services);
  if (own.length === 0 || whyNotRun(variant) !== null) return null;
  try {
    return await startServer(variant, { env: serviceUrls(services, own) });
  } catch (error) {
    onProblem(variant.id, /** @type {Error} */ (error).message);
    return null;
  }
}

/**
 * Each arm on all that it can be asked without a service, in turn, on all cores. What a JVM has met changes its speed: a yardstick that knows
 * one workload alone does a quarter more there than one that knows ten, a Spring server no more than before. A limit has to hold whether
 * two workloads are measured or all.
 *
 * @param {Arm[]} arms
 * @param {ArmsOptions} options
 */
async function mixArms(arms, options) {
  for (const arm of arms) {
    options.onProgress(`warm-up ${arm.variant.id}`);
    await mix(arm, options);
  }
}

/**
 * @param {Arm} arm
 * @param {ArmsOptions} options
 */
async function mix({ variant, server }, { warmedOn, driver }) {
  const { mixed, slice: seconds } = WARM_UP[variant.stack.language];
  const endsAt = performance.now() + mixed * 1000;
  try {
    const loads = [];
    for (const contract of contractsOf(variant, warmedOn, null)) {
      loads.push(await loadFor(contract, server));
    }
    for (let at = 0; performance.now() < endsAt && loads.length > 0; at++) {
      await driver.run({ url: server.baseUrl, seconds, load: loads[at % loads.length] });
    }
  } catch {
    // What a server does wrong is told where it is measured; here it may be asked what nobody wants to know.
  }
}

/**
 * Each arm on what is measured next, on all cores, where a JVM's compiler has room; it is pinned only then.
 *
 * @param {Arm[]} arms
 * @param {Contract} contract
 * @param {ArmsOptions} options
 */
async function warmArms(arms, contract, options) {
  const { cores, services, onProgress } = options;
  const own = arms.filter(({ variant }) => contractsOf(variant, [contract], services).length > 0);
  for (const arm of own) {
    onProgress(`warm-up ${arm.variant.id} ${contract.workload}`);
    await pin(arm.server.pids(), cores.all);
    await warmOne(arm, contract, options);
  }
  for (const { server } of own) await pin(server.pids(), cores.servers);
}

/**
 * @param {Arm} arm
 * @param {Contract} contract
 * @param {ArmsOptions} options
 */
async function warmOne({ variant, server, warm }, contract, { driver, onProblem }) {
  const { own, slice: sliceSeconds } = WARM_UP[variant.stack.language];
  const { workload } = contract;
  /** @type {Sample[]} */
  const wrong = [];
  try {
    if (!server.running) throw new Error('the server is not there');
    const load = await loadFor(contract, server);
    const slice = async (/** @type {number} */ seconds) => {
      const sample = await driver.run({ url: server.baseUrl, seconds, load });
      if (sample.errors.total > 0) wrong.push(sample);
      return sample;
    };
    const warmed = await warmUp(slice, own, 0, sliceSeconds);
    warm.set(workload, { load, warmUp: warmed, wrong });
  } catch (error) {
    onProblem(variant.id, endOf(server) ?? /** @type {Error} */ (error).message, workload);
  }
}

/**
 * @param {Variant} variant
 * @returns {number} how long it is warmed on what is measured next, at most
 */
function warmUpMillisOf({ stack }) {
  return WARM_UP[stack.language].own * 1000;
}

/**
 * @param {Variant} variant
 * @param {Contract[]} contracts
 * @param {Services | null} services
 * @returns {Contract[]} those that it speaks and whose service is there
 */
function contractsOf(variant, contracts, services) {
  return contracts.filter(
    (contract) =>
      variant.workloads.includes(contract.workload) && missingService(contract, services) === null,
  );
}

/**
 * @param {Arm[]} arms
 * @returns {Promise<Map<string, { leftBehind: string[], stderr: string | null }>>} by the variant's id
 */
async function stopArms(arms) {
  const all = arms.map(async ({ variant, server }) => {
    const { leftBehind, stderr } = await stopAndTell(server);
    /** @type {[string, { leftBehind: string[], stderr: string | null }]} */
    const ending = [variant.id, { leftBehind, stderr: stderr || null }];
    return ending;
  });
  return new Map(await Promise.all(all));
}

/**
 * @param {Arm} arm
 * @param {string} workload that it is warm on
 * @returns {Warm}
 */
function warmOn({ warm }, workload) {
  return /** @type {Warm} */ (warm.get(workload));
}

module.exports = { startArms, mixArms, warmArms, stopArms, warmOn, warmUpMillisOf };

/** Measures what the house promises of each stack: ratios to the bare framework and to bare work. */
'use strict';

const { startServer, whyNotRun } = require('../stacks');
const { pairedRatio } = require('./blocks');
const { pin } = require('./cores');
const { bareFibonacci, md5AndCopy } = require('./references');
const { warmUp } = require('./warm-up');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./cores').CorePlan} CorePlan
 * @typedef {import('./driver-process').DriverProcess} DriverProcess
 */

/**
 * A ratio that is promised, and what was measured of it.
 *
 * @typedef {object} Goal
 * @property {string} subject
 * @property {string} what
 * @property {'min' | 'max'} kind whether `required` is the least or the most
 * @property {number} required
 * @property {number | null} measured median of the blocks; null when it could not be measured
 * @property {[number, number] | null} range least and greatest block
 * @property {number} blocks
 * @property {string | null} problem
 */

/**
 * @typedef {object} GoalOptions
 * @property {string} root the house
 * @property {Contract[]} contracts those whose throughput is compared, of hello and hash
 * @property {boolean} upload whether uploads are compared
 * @property {boolean} fibonacci whether Fibonacci numbers are compared
 * @property {DriverProcess} driver
 * @property {CorePlan} cores
 * @property {number} seconds of a slice
 * @property {(what: string) => void} onProgress
 */

const MIN = /** @type {const} */ ('min');
const MAX = /** @type {const} */ ('max');
const THROUGHPUT_BLOCKS = 12;
const WORK_BLOCKS = 7;
const WARM_UP_SECONDS = { java: 10, node: 2 };
const WORK_SECONDS = 2;

const MEBIBYTE = 1024 * 1024;
const UPLOAD_BYTES = 100 * MEBIBYTE;
const UPLOAD = {
  connections: 1,
  exchanges: [
    {
      request: { method: 'PUT', path: '/upload', body: { fill: { bytes: UPLOAD_BYTES } } },
      response: {
        status: 200,
        body: { json: { bytes: UPLOAD_BYTES, md5: '2f282b84e7e608d5852449ed940bfc51' } },
      },
    },
  ],
};

const FIBONACCI_N = 35;
const FIBONACCI = {
  connections: 1,
  exchanges: [
    {
      request: { path: `/fibonacci?n=${FIBONACCI_N}` },
      response: { status: 200, body: { text: '9227465' } },
    },
  ],
};

/**
 * @param {Variant} variant
 * @param {Variant | undefined} bare its framework's own getting-started server
 * @param {GoalOptions} options
 * @returns {Promise<Goal[]>}
 */
async function measureGoals(variant, bare, options) {
  const notRun = whyNotRun(variant);
  const planned = plannedGoals(variant.id, options);
  if (notRun !== null) return planned.map((goal) => ({ ...goal, problem: `not run: ${notRun}` }));
  options.onProgress('start');
  const server = await startServer(variant);
  try {
    return [
      ...(await throughputGoals(planned, server, variant, bare, options)),
      ...(await workGoals(planned, server, variant, options)),
    ];
  } finally {
    await server.stop();
  }
}

/**
 * @param {string} subject
 * @param {GoalOptions} options
 * @returns {Goal[]} nothing of which is measured yet
 */
function plannedGoals(subject, { contracts, upload, fibonacci }) {
  const open = { subject, measured: null, range: null, blocks: 0, problem: null };
  return [
    ...contracts.map(({ workload }) => ({
      ...open,
      what: `${workload}: throughput / bare framework's`,
      kind: MIN,
      required: 0.97,
    })),
    ...(upload
      ? [{ ...open, what: 'upload: time / md5sum and cp', kind: MAX, required: 1.5 }]
      : []),
    ...(fibonacci
      ? [{ ...open, what: 'fibonacci: time / bare function', kind: MAX, required: 1.3 }]
      : []),
  ];
}

/**
 * @param {Goal[]} planned
 * @param {Server} server
 * @param {Variant} variant
 * @param {Variant | undefined} bare
 * @param {GoalOptions} options
 * @returns {Promise<Goal[]>}
 */
async function throughputGoals(planned, server, variant, bare, options) {
  const goals = planned.filter(({ what }) => what.includes('throughput'));
  if (goals.length === 0) return [];
  const whyNot = bare ? whyNotRun(bare) : 'it has no bare server beside it';
  if (!bare || whyNot) return goals.map((goal) => ({ ...goal, problem: whyNot }));
  const reference = await startServer(bare);
  try {
    return await compareThroughput(goals, [server, reference], variant, options);
  } finally {
    await reference.stop();
  }
}

/**
 * @param {Goal[]} goals in the order of the contracts
 * @param {[Server, Server]} servers subject and reference
 * @param {Variant} variant
 * @param {GoalOptions} options
 */
async function compareThroughput(goals, servers, variant, options) {
  const { contracts, driver, cores, seconds, onProgress } = options;
  const speed = async (/** @type {Server} */ { baseUrl }, /** @type {Contract} */ { load }) => {
    const sample = await driver.run({ url: baseUrl, seconds, load: /** @type {object} */ (load) });
    return soundSample(sample).requestsPerSecond;
  };
  for (const contract of contracts) {
    for (const server of servers) {
      onProgress(`${contract.workload} warm-up of ${server.id}`);
      const slice = (/** @type {number} */ length) =>
        driver.run({
          url: server.baseUrl,
          seconds: length,
          load: /** @type {object} */ (contract.load),
        });
      await warmUp(slice, WARM_UP_SECONDS[variant.stack.language]);
    }
  }
  for (const server of servers) await pin(server.pids(), cores.servers);
  const [subject, reference] = servers;
  const measured = [];
  for (const [at, contract] of contracts.entries()) {
    onProgress(`${contract.workload} against ${reference.id}`);
    measured.push(
      await withRatio(goals[at], THROUGHPUT_BLOCKS, {
        subject: () => speed(subject, contract),
        reference: () => speed(reference, contract),
      }),
    );
  }
  return measured;
}

/**
 * @param {Goal[]} planned
 * @param {Server} server
 * @param {Variant} variant
 * @param {GoalOptions} options
 * @returns {Promise<Goal[]>}
 */
async function workGoals(planned, server, variant, { root, driver, cores, onProgress }) {
  const timeOf = async (/** @type {object} */ load) => {
    const order = { url: server.baseUrl, seconds: WORK_SECONDS, rampSeconds: 0, load };
    return Number(soundSample(await driver.run(order)).latencyMicros.p50) / 1000;
  };
  const goals = [];
  for (const goal of planned.filter(({ kind }) => kind === 'max')) {
    onProgress(goal.what);
    const isUpload = goal.what.startsWith('upload');
    const files = isUpload ? md5AndCopy(UPLOAD_BYTES, cores.servers) : null;
    const load = isUpload ? UPLOAD : FIBONACCI;
    try {
      await timeOf(load);
      await pin(server.pids(), cores.servers);
      const reference = () =>
        files?.run() ?? bareFibonacci(root, variant.stack.language, FIBONACCI_N, cores.servers);
      goals.push(await withRatio(goal, WORK_BLOCKS, { subject: () => timeOf(load), reference }));
    } catch (error) {
      goals.push({ ...goal, problem: /** @type {Error} */ (error).message });
    } finally {
      files?.remove();
    }
  }
  return goals;
}

/**
 * @param {Goal} goal
 * @param {number} blocks
 * @param {{ subject: () => Promise<number>, reference: () => Promise<number> }} pair
 * @returns {Promise<Goal>}
 */
async function withRatio(goal, blocks, { subject, reference }) {
  try {
    return { ...goal, ...(await pairedRatio(blocks, subject, reference)) };
  } catch (error) {
    return { ...goal, problem: /** @type {Error} */ (error).message };
  }
}

/**
 * @param {import('../drivers/tally').Sample} sample
 * @throws {Error} a sample with errors is no measurement
 */
function soundSample(sample) {
  const [kind] = Object.values(sample.errors.kinds);
  if (kind) throw new Error(kind.examples[0]);
  if (sample.valid === 0) throw new Error('no answer came within the slice');
  return sample;
}

module.exports = { measureGoals };

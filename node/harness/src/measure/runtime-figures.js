/** What a runtime tells of itself under load: event loop delay on Node, GC pauses on the JVM. Of an extra process. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { startServer, takeIntoCare } = require('../stacks');
const { pin } = require('../instruments/cores');
const { loadFor } = require('./load');
const { serviceUrls } = require('../instruments/service-use');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 */

/**
 * Null where the runtime is another, or was not asked.
 *
 * @typedef {object} RuntimeFigures
 * @property {{ p50: number, p99: number } | null} eventLoopDelayMicros
 * @property {number | null} gcPauseShare of the slice's time
 */

/**
 * @typedef {object} RuntimeOptions
 * @property {Contract[]} contracts with a load
 * @property {import('../services/services').Services | null} services
 * @property {import('./driver-process').DriverProcess} driver
 * @property {import('../instruments/cores').CorePlan} cores
 */

const WATCH = path.join(__dirname, '../instruments/event-loop-watch.js');
const SLICE_SECONDS = 0.3;
const ANSWER_WITHIN_MILLIS = 2_000;
const LOOK_EVERY_MILLIS = 10;
const GC_PAUSE = /Pause .* ([\d.]+)ms$/;

/**
 * The process that is judged knows nothing of this: the watch and the log cost it time.
 *
 * @param {Variant} variant
 * @param {RuntimeOptions} options
 * @returns {Promise<Map<string, RuntimeFigures>>} by workload; none where the server did not start
 */
async function runtimeFigures(variant, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-runtime-'));
  const care = takeIntoCare({ folder });
  try {
    return await figuresIn(variant, path.join(folder, 'figures'), options);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
    care.release();
  }
}

/**
 * @param {Variant} variant
 * @param {string} file
 * @param {RuntimeOptions} options
 */
async function figuresIn(variant, file, { contracts, services, driver, cores }) {
  /** @type {Map<string, RuntimeFigures>} */
  const figures = new Map();
  const own = contracts.filter(({ workload }) => variant.workloads.includes(workload));
  const ask = variant.stack.language === 'java' ? gcPauses : eventLoopDelay;
  const told = telling(variant, file);
  const server = await startServer(told.variant, {
    env: { ...serviceUrls(services, own), ...told.env },
  });
  try {
    await pin(server.pids(), cores.servers);
    for (const contract of own) {
      const load = await loadFor(contract, server);
      const slice = () => driver.run({ url: server.baseUrl, seconds: SLICE_SECONDS, load });
      await slice();
      figures.set(contract.workload, await ask(server, file, slice));
    }
  } catch {
    // It is beside the verdict: what a server does wrong has been told where it is judged.
  } finally {
    await server.stop();
  }
  return figures;
}

/**
 * @param {Variant} variant
 * @param {string} file where the runtime tells
 * @returns {{ variant: Variant, env: Record<string, string> }}
 */
function telling(variant, file) {
  const { stack } = variant;
  if (stack.language !== 'java') {
    const env = {
      NODE_OPTIONS: `--require=${JSON.stringify(WATCH)}`,
      LOADLINE_EVENT_LOOP_FILE: file,
    };
    return { variant, env };
  }
  const [java, ...rest] = variant.command;
  const command = [java, `-Xlog:gc:file=${file}`, ...rest];
  return { variant: { ...variant, command }, env: {} };
}

/**
 * @param {Server} server
 * @param {string} file
 * @param {() => Promise<unknown>} slice
 * @returns {Promise<RuntimeFigures>}
 */
async function eventLoopDelay(server, file, slice) {
  const nothing = { eventLoopDelayMicros: null, gcPauseShare: null };
  if ((await askNode(server, file)) === null) return nothing;
  await slice();
  return { ...nothing, eventLoopDelayMicros: await askNode(server, file) };
}

/**
 * @param {Server} server
 * @param {string} file
 * @returns {Promise<{ p50: number, p99: number } | null>} null where no answer came
 */
async function askNode(server, file) {
  const before = linesOf(file).length;
  process.kill(server.pid, 'SIGUSR2');
  const deadline = Date.now() + ANSWER_WITHIN_MILLIS;
  while (linesOf(file).length === before && Date.now() < deadline) await sleep(LOOK_EVERY_MILLIS);
  const last = linesOf(file).slice(before).at(-1);
  return last === undefined ? null : JSON.parse(last);
}

/**
 * @param {Server} _server
 * @param {string} file
 * @param {() => Promise<unknown>} slice
 * @returns {Promise<RuntimeFigures>}
 */
async function gcPauses(_server, file, slice) {
  const before = linesOf(file).length;
  const began = performance.now();
  await slice();
  const millis = performance.now() - began;
  const pauses = linesOf(file)
    .slice(before)
    .map((line) => Number(GC_PAUSE.exec(line)?.[1] ?? 0));
  const paused = pauses.reduce((sum, pause) => sum + pause, 0);
  return { eventLoopDelayMicros: null, gcPauseShare: paused / millis };
}

/**
 * @param {string} file
 * @returns {string[]} whole lines
 */
function linesOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
}

module.exports = { runtimeFigures };

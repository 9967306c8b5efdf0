/** Measures two servers in turn, pair after pair of fresh processes, so that drift and luck hit both alike. */
'use strict';

const { missingService } = require('../contracts/runnable');
const { startServer, whyNotRun } = require('../stacks');
const { pairedRatios } = require('./blocks');
const { pin } = require('./cores');
const { loadFor } = require('./load');
const { countedSlice, serviceUrls } = require('./service-use');
const { measureSlice } = require('./slice');
const { soundSample } = require('./sound-sample');
const { median } = require('./steady');
const { warmUp } = require('./warm-up');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../contracts/load-contracts').Load} Load
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../drivers/tally').Sample & { server: import('./slice').ServerUse }} ServedSample
 */

/**
 * @typedef {object} Work what both servers are loaded with
 * @property {Contract} contract whose load it is
 * @property {Record<string, string[]>} [turns] words of the load that take these values in turn
 * @property {(server: Server) => Promise<void>} [prepare] is done before a server is warmed
 */

/**
 * @typedef {object} PairOptions
 * @property {import('../services/services').Services | null} services
 * @property {import('./driver-process').DriverProcess} driver
 * @property {import('./cores').CorePlan} cores
 * @property {number} seconds of a slice
 * @property {number} [pairs] of fresh processes (3)
 */

/**
 * @typedef {object} PairedSlices
 * @property {number[]} ratios of throughput, subject / reference, of each block
 * @property {ServedSample[]} subject one of each block
 * @property {ServedSample[]} reference
 */

/** @typedef {{ variant: Variant, server: Server, load: Load, samples: ServedSample[] }} Arm */

/** Two processes of the same code differ by 2 to 4 % for as long as they live: so several pairs. */
const PAIRS_DEFAULT = 3;
const BLOCKS_OF_PAIR = 6;
/**
 * A JVM's speed also levels off halfway, while its compiler still has the rest to do. Pinned to fewer cores a server needs a moment to
 * find its pace again, a JVM with its compiler a longer one.
 */
const WARM_UP_SECONDS = {
  java: { least: 12, most: 20, pinnedMost: 3 },
  node: { least: 1, most: 2, pinnedMost: 1 },
};

/**
 * @param {Variant} subject
 * @param {Variant} reference
 * @param {Work} work
 * @param {PairOptions} options
 * @returns {Promise<PairedSlices>}
 * @throws {Error} one of them cannot be run, or an answer was wrong
 */
async function pairedSlices(subject, reference, work, options) {
  const { contract } = work;
  const whyNot =
    missingService(contract, options.services) ?? whyNotRun(subject) ?? whyNotRun(reference);
  if (whyNot !== null) throw new Error(`not run: ${whyNot}`);
  /** @type {PairedSlices} */
  const slices = { ratios: [], subject: [], reference: [] };
  for (let pair = 0; pair < (options.pairs ?? PAIRS_DEFAULT); pair++) {
    await withArm(subject, slices.subject, work, options, (one) =>
      withArm(reference, slices.reference, work, options, async (other) => {
        await warm([one, other], work, options);
        slices.ratios.push(...(await compare(one, other, work, options)));
      }),
    );
  }
  return slices;
}

/**
 * @param {Variant} variant
 * @param {ServedSample[]} samples is added to
 * @param {Work} work
 * @param {PairOptions} options
 * @param {(arm: Arm) => Promise<void>} use
 */
async function withArm(variant, samples, { contract, prepare }, { services }, use) {
  const server = await startServer(variant, { env: serviceUrls(services, [contract]) });
  try {
    await prepare?.(server);
    await use({ variant, server, samples, load: await loadFor(contract, server) });
  } finally {
    await server.stop();
  }
}

/**
 * @param {Arm[]} arms
 * @param {Work} work
 * @param {PairOptions} options
 */
async function warm(arms, { turns }, { driver, cores }) {
  const slice =
    (/** @type {Arm} */ { server, load }) =>
    (/** @type {number} */ seconds) =>
      driver.run({ url: server.baseUrl, load, turns, seconds });
  const secondsOf = (/** @type {Arm} */ { variant }) => WARM_UP_SECONDS[variant.stack.language];
  for (const arm of arms) {
    const { least, most } = secondsOf(arm);
    await warmUp(slice(arm), most, least);
  }
  for (const { server } of arms) await pin(server.pids(), cores.servers);
  for (const arm of arms) await warmUp(slice(arm), secondsOf(arm).pinnedMost);
}

/**
 * @param {Arm} one
 * @param {Arm} other
 * @param {Work} work
 * @param {PairOptions} options
 * @returns {Promise<number[]>} ratios of throughput
 */
function compare(one, other, work, options) {
  const speed = async (/** @type {Arm} */ arm) => {
    const sample = await measureArm(arm, work, options);
    arm.samples.push(sample);
    return sample.requestsPerSecond;
  };
  return pairedRatios(
    BLOCKS_OF_PAIR,
    () => speed(one),
    () => speed(other),
  );
}

/**
 * @param {Arm} arm
 * @param {Work} work
 * @param {PairOptions} options
 * @returns {Promise<ServedSample>}
 * @throws {Error} an answer was wrong, or came from memory
 */
async function measureArm({ variant, server, load }, { contract, turns }, options) {
  const { driver, seconds, services } = options;
  const backing = { services, service: contract.service };
  const slice = () => measureSlice({ driver, server, load, turns, seconds });
  const { sample, problem } = await countedSlice(backing, load, slice);
  if (problem !== null) throw new Error(`${variant.id} ${problem}`);
  soundSample(sample, variant.id);
  return sample;
}

/**
 * @param {PairedSlices} slices
 * @returns {number | null} what the reference needs of CPU time for a request / what the subject needs
 */
function cpuTimeRatio({ subject, reference }) {
  const [ofSubject, ofReference] = [subject, reference].map(cpuMicrosPerRequest);
  return ofSubject === null || ofReference === null ? null : ofReference / ofSubject;
}

/**
 * @param {ServedSample[]} samples
 * @returns {number | null} the median; null where the machine does not tell
 */
function cpuMicrosPerRequest(samples) {
  const known = samples.flatMap(({ server }) => server.cpuMicrosPerRequest ?? []);
  return known.length > 0 ? median(known) : null;
}

module.exports = { PAIRS_DEFAULT, pairedSlices, cpuTimeRatio, cpuMicrosPerRequest };

/** A stack's throughput beside that of its framework's own getting-started server. */
'use strict';

const { startServer, whyNotRun } = require('../stacks');
const { pairedRatios } = require('./blocks');
const { pin } = require('./cores');
const { measureSlice } = require('./slice');
const { soundSample } = require('./sound-sample');
const { median } = require('./steady');
const { warmUp } = require('./warm-up');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks').Server} Server
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./goals').GoalOptions} GoalOptions
 * @typedef {import('./goals').Ratios} Ratios
 * @typedef {{ ratios: number[], subjectCpu: number[], referenceCpu: number[] }} Blocks what the blocks
 *   gave: ratios of throughput, and CPU microseconds per request of either side
 */

/** Two processes of the same code differ by 2 to 4 % for as long as they live: so several pairs. */
const PAIRS = 3;
const BLOCKS_OF_PAIR = 6;
const WARM_UP_SECONDS = { java: 10, node: 2 };

/**
 * @param {Variant} variant
 * @param {Variant | undefined} bare
 * @param {Contract} contract of a load without pages
 * @param {GoalOptions} options
 * @returns {Promise<Ratios>} subject / bare of each block
 * @throws {Error} there is nothing to compare with, or an answer was wrong
 */
async function throughputRatios(variant, bare, contract, options) {
  const whyNot = bare ? whyNotRun(bare) : 'it has no bare server beside it';
  if (!bare || whyNot) throw new Error(whyNot ?? '');
  /** @type {Blocks} */
  const blocks = { ratios: [], subjectCpu: [], referenceCpu: [] };
  for (let pair = 0; pair < PAIRS; pair++) {
    await measurePair(variant, bare, contract, blocks, options);
  }
  const { ratios, subjectCpu, referenceCpu } = blocks;
  const isKnown = subjectCpu.length > 0 && referenceCpu.length > 0;
  return { ratios, byCpuTime: isKnown ? median(referenceCpu) / median(subjectCpu) : null };
}

/**
 * @param {Variant} variant
 * @param {Variant} bare
 * @param {Contract} contract
 * @param {Blocks} blocks is added to
 * @param {GoalOptions} options
 */
async function measurePair(variant, bare, contract, blocks, options) {
  const subject = await startServer(variant);
  try {
    const reference = await startServer(bare);
    try {
      const budgetSeconds = WARM_UP_SECONDS[variant.stack.language];
      await warm([subject, reference], contract, budgetSeconds, options);
      await compare(subject, reference, contract, blocks, options);
    } finally {
      await reference.stop();
    }
  } finally {
    await subject.stop();
  }
}

/**
 * @param {Server[]} servers
 * @param {Contract} contract
 * @param {number} budgetSeconds
 * @param {GoalOptions} options
 */
async function warm(servers, { load }, budgetSeconds, { driver, cores }) {
  for (const { baseUrl } of servers) {
    const order = { url: baseUrl, load: /** @type {object} */ (load) };
    await warmUp((seconds) => driver.run({ ...order, seconds }), budgetSeconds);
  }
  for (const server of servers) await pin(server.pids(), cores.servers);
}

/**
 * @param {Server} subject
 * @param {Server} reference
 * @param {Contract} contract
 * @param {Blocks} blocks is added to
 * @param {GoalOptions} options
 */
async function compare(subject, reference, contract, blocks, { driver, seconds }) {
  const load = /** @type {object} */ (contract.load);
  const speed = async (/** @type {Server} */ server, /** @type {number[]} */ cpu) => {
    const sample = await measureSlice({ driver, server, load, seconds });
    const { cpuMicrosPerRequest } = sample.server;
    if (cpuMicrosPerRequest !== null) cpu.push(cpuMicrosPerRequest);
    return soundSample(sample).requestsPerSecond;
  };
  const ratios = await pairedRatios(
    BLOCKS_OF_PAIR,
    () => speed(subject, blocks.subjectCpu),
    () => speed(reference, blocks.referenceCpu),
  );
  blocks.ratios.push(...ratios);
}

module.exports = { throughputRatios };

/** Compares two stacks on one workload, slice beside slice: figures of two minutes differ more than stacks. */
'use strict';

const { summary } = require('./blocks');
const { cpuMicrosPerRequest, cpuTimeRatio, pairedSlices } = require('./paired-slices');
const { median } = require('./steady');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./paired-slices').ServedSample} ServedSample
 */

/**
 * What one stack did in its slices: medians.
 *
 * @typedef {object} Figures
 * @property {number} requestsPerSecond
 * @property {{ p50: number | null, p99: number | null }} latencyMicros
 * @property {number | null} cpuMicrosPerRequest
 */

/**
 * A stack beside another one.
 *
 * @typedef {object} Comparison
 * @property {string} subject
 * @property {string} reference
 * @property {string} workload
 * @property {number} connections
 * @property {number | null} measured throughput, subject / reference: median of the blocks
 * @property {[number, number] | null} range least and greatest block
 * @property {number} blocks
 * @property {number | null} byCpuTime CPU time per request, reference / subject
 * @property {{ subject: Figures, reference: Figures } | null} figures
 * @property {string | null} problem
 */

/**
 * @param {Variant} subject
 * @param {Variant} reference
 * @param {Contract} contract with a load
 * @param {import('./paired-slices').PairOptions} options
 * @returns {Promise<Comparison>}
 */
async function compareBeside(subject, reference, contract, options) {
  const open = {
    ...{ subject: subject.id, reference: reference.id, workload: contract.workload },
    ...{ connections: Number(contract.load?.connections), blocks: 0 },
    ...{ measured: null, range: null, byCpuTime: null, figures: null },
  };
  try {
    const slices = await pairedSlices(subject, reference, { contract }, options);
    const figures = { subject: figuresOf(slices.subject), reference: figuresOf(slices.reference) };
    const byCpuTime = cpuTimeRatio(slices);
    return { ...open, ...summary(slices.ratios), byCpuTime, figures, problem: null };
  } catch (error) {
    return { ...open, problem: /** @type {Error} */ (error).message };
  }
}

/**
 * @param {ServedSample[]} samples
 * @returns {Figures}
 */
function figuresOf(samples) {
  const percentile = (/** @type {'p50' | 'p99'} */ which) => {
    const known = samples.flatMap(({ latencyMicros }) => latencyMicros[which] ?? []);
    return known.length > 0 ? median(known) : null;
  };
  return {
    requestsPerSecond: median(samples.map(({ requestsPerSecond }) => requestsPerSecond)),
    latencyMicros: { p50: percentile('p50'), p99: percentile('p99') },
    cpuMicrosPerRequest: cpuMicrosPerRequest(samples),
  };
}

module.exports = { compareBeside };

/**
 * Shows what the gate is worth on this machine: so many runs of the measurement of `npm test` on the Node stacks as they are, none of which
 * may fail, and as many with 35 % less of Fastify's throughput on todos and a freeze of 30 ms every second in Koa's hello, all of which must
 * fail and name these two alone. `npm run bench:gate`
 */
'use strict';

const path = require('node:path');
const { loadStacks } = require('loadline/src/stacks');
const { buildRealHouse, ROOT } = require('loadline/test/deceptions/real-house');
const { plantAll } = require('../src/plants/plant');
const { askedFor, limitsOf, outputOf, series } = require('./gate-series');

/** @typedef {import('../src/plants/plant').Plant} Plant */

const LOADLINE = path.join(ROOT, 'node/harness/bin/loadline.js');
const ASKED = askedFor(process.argv.slice(2));
const SERVERS = ['http', 'express', 'koa', 'fastify', 'yardstick'];
/** @type {Record<string, Plant>} by stack */
const PLANTS = {
  'node/fastify': { harm: 'cpu', share: 0.35, paths: '^/(todos|$)' },
  'node/koa': { harm: 'stall', share: 0.03, paths: '^/hello$' },
};
const PLANTED = ['node/fastify todos.throughput', 'node/koa hello.p99'];
/** Fewer workloads than `npm test` measures, so that many runs are done within an hour. */
const MEASURE = ['measure', '--workload', 'hello', 'todos', 'cache', '--max-minutes', '4'];

function main() {
  const thresholds = limitsOf(ROOT, 'node');
  if (thresholds === null) return;
  const usual = measured('unchanged', { runs: ASKED.unchangedRuns, thresholds, usual: null });
  if (!ASKED.isPlanted || usual === null) return;
  measured('planted', { runs: ASKED.runs, thresholds, usual, plants: PLANTS });
}

/**
 * @param {string} name
 * @param {object} how
 * @param {number} how.runs
 * @param {object} how.thresholds
 * @param {import('./gate-series').Figures | null} how.usual what is made worse does when it is not; null while it is not
 * @param {Record<string, Plant>} [how.plants]
 */
function measured(name, { runs, thresholds, usual, plants = {} }) {
  const house = buildRealHouse({ servers: SERVERS, thresholds });
  const run = () => outputOf(process.execPath, [LOADLINE, ...MEASURE], house.root);
  try {
    plantAll(loadStacks(house.root), plants);
    return series({ name, runs, folder: house.root, planted: PLANTED, usual, run });
  } finally {
    house.remove();
  }
}

main();

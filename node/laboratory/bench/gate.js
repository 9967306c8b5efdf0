/**
 * Shows what the gate is worth on this machine, on the Node stacks and three workloads. Limits are calibrated first.
 *
 * Of so many runs of the stacks as they are none may fail. As many are run with 35 % less of Fastify's throughput on todos and a
 * freeze of 30 ms every second in the hello of node/http, whose p99 lies nearest to the yardstick's. All of those must fail, and name these
 * two alone.
 *
 * `npm run bench:gate`
 */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { loadStacks } = require('loadline/src/stacks');
const { buildRealHouse, ROOT } = require('loadline/test/deceptions/real-house');
const { plantAll } = require('../src/plants/plant');
const { LOADLINE, askedFor, calibrated, outputOf, series } = require('./gate-series');

const ASKED = askedFor(process.argv.slice(2));
const SERVERS = ['http', 'express', 'koa', 'fastify', 'yardstick'];
const STACKS = ['node/http', 'node/express', 'node/koa', 'node/fastify'];
/** The rest gets dearer too, so that about 35 % of the throughput should be lost: the series asks whether it is. */
const PLANTED_SHARE = 0.28;
/** @type {Record<string, import('../src/plants/plant').Plant>} by stack */
const PLANTS = {
  'node/fastify': { harm: 'cpu', share: PLANTED_SHARE, paths: '^/(todos|$)' },
  'node/http': { harm: 'stall', share: 0.03, paths: '^/hello$' },
};
const PLANTED = ['node/fastify todos.throughput', 'node/http hello.p99'];
/** Fewer workloads than `npm test` measures, so that many runs are done within two hours. */
const WORKLOADS = ['hello', 'todos', 'cache'];
const MEASURE = ['measure', '--workload', ...WORKLOADS, '--max-minutes', '6'];

function main() {
  const thresholds = JSON.parse(fs.readFileSync(path.join(ROOT, 'thresholds.json'), 'utf8'));
  const house = buildRealHouse({ servers: SERVERS, thresholds });
  const run = () => outputOf(process.execPath, [LOADLINE, ...MEASURE], house.root);
  const each = { folder: house.root, planted: PLANTED, run };
  try {
    if (!calibrated(house.root, { stacks: STACKS, workloads: WORKLOADS, planted: PLANTED })) return;
    const usual = series({ ...each, name: 'unchanged', runs: ASKED.unchangedRuns, usual: null });
    if (!ASKED.isPlanted || usual === null) return;
    plantAll(loadStacks(house.root), PLANTS);
    series({ ...each, name: 'planted', runs: ASKED.runs, usual });
  } finally {
    house.remove();
  }
}

main();

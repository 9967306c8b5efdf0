/**
 * Shows what the gate is worth on this machine: so many runs of the measurement of `npm test` on the Node stacks as they are, none of which
 * may fail, and as many with 35 % less of Fastify's throughput on todos and a freeze of 30 ms every second in Koa's hello, all of which must
 * fail and name these two alone. `npm run bench:gate`
 */
'use strict';

const path = require('node:path');
const { buildRealHouse, ROOT } = require('../test/deceptions/real-house');
const { askedFor, limitsOf, outputOf, series } = require('./gate-series');

const LOADLINE = path.join(ROOT, 'node/harness/bin/loadline.js');
const ASKED = askedFor(process.argv.slice(2));
const SERVERS = ['http', 'express', 'koa', 'fastify', 'yardstick'];
const DECEITS = [
  { server: 'fastify', deception: 'burns', requests: '^/(todos|$)' },
  { server: 'koa', deception: 'freezes', requests: '^/hello$' },
];
const PLANTED = ['node/fastify todos.throughput', 'node/koa hello.p99'];
/** Fewer workloads than `npm test` measures, so that many runs are done within an hour. */
const MEASURE = ['measure', '--workload', 'hello', 'todos', 'cache', '--max-minutes', '4'];

function main() {
  const thresholds = limitsOf(ROOT, 'node');
  if (thresholds === null) return;
  const house = { servers: SERVERS, thresholds };
  const usual = measured('unchanged', ASKED.unchangedRuns, null, house);
  if (!ASKED.isPlanted || usual === null) return;
  measured('planted', ASKED.runs, usual, { ...house, deceits: DECEITS });
}

/**
 * @param {string} name
 * @param {number} runs
 * @param {import('./gate-series').Figures | null} usual what is made worse does when it is not; null while it is not
 * @param {Parameters<typeof buildRealHouse>[0]} content
 */
function measured(name, runs, usual, content) {
  const house = buildRealHouse(content);
  const run = () => outputOf(process.execPath, [LOADLINE, ...MEASURE], house.root);
  try {
    return series({ name, runs, folder: house.root, planted: PLANTED, usual, run });
  } finally {
    house.remove();
  }
}

main();

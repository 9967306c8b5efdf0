/**
 * Shows what the gate is worth on this machine: so many runs of the performance tests' measurement on the Node stacks as they are,
 * none of which may fail, and as many with one stack's hash about 35 % slower, all of which must fail and name it alone. `npm run bench:gate`
 */
'use strict';

const path = require('node:path');
const { buildRealHouse, ROOT } = require('../test/deceptions/real-house');
const { askedFor, limitsOf, outputOf, series } = require('./gate-series');

const LOADLINE = path.join(ROOT, 'node/harness/bin/loadline.js');
const ASKED = askedFor(process.argv.slice(2));
const SERVERS = ['http', 'express', 'koa', 'fastify', 'yardstick'];
const SLOWED = { server: 'koa', deception: 'burns', requests: '/hash' };
const PLANTED = 'node/koa hash.throughput';
/** As `npm test` does it (node/tests/performance.test.js). */
const MEASURE = ['measure', '--workload', 'hello', 'hash', '--max-minutes', '1.8'];

function main() {
  const thresholds = limitsOf(ROOT, 'node');
  if (thresholds === null) return;
  if (ASKED.unchanged) measured('unchanged', { servers: SERVERS, thresholds });
  if (!ASKED.slowed) return;
  measured(`${SLOWED.server} hash slower`, { servers: SERVERS, thresholds, deceit: SLOWED });
}

/**
 * @param {string} name
 * @param {Parameters<typeof buildRealHouse>[0]} content
 */
function measured(name, content) {
  const isSlowed = content.deceit !== undefined;
  const house = buildRealHouse(content);
  const run = () => outputOf(process.execPath, [LOADLINE, ...MEASURE], house.root);
  try {
    series({ name, runs: ASKED.runs, folder: house.root, planted: PLANTED, isSlowed, run });
  } finally {
    house.remove();
  }
}

main();

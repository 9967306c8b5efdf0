/**
 * Shows what the gate is worth on this machine: so many runs of the performance tests' measurement on the Node stacks as they are,
 * none of which may fail, and as many with 35 % less of one stack's throughput on hash, all of which must fail and name it alone. `npm run bench:gate`
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
  const usual = measured('unchanged', ASKED.unchangedRuns, null, { servers: SERVERS, thresholds });
  if (!ASKED.slowed || usual === null) return;
  const slowed = { servers: SERVERS, thresholds, deceit: SLOWED };
  measured(`${SLOWED.server} hash slower`, ASKED.runs, usual, slowed);
}

/**
 * @param {string} name
 * @param {number} runs
 * @param {number | null} usual what is slowed does when it is not; null while it is not
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

/** Real servers that are bad in just one way, measured by the real command: each is caught under its right name. Runs alone. */
'use strict';

const { spawn } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { pinned, planCores } = require('../../src/instruments/cores');
const { processesOf, runLoadline } = require('../cli/run-loadline');
const { buildRealHouse } = require('./real-house');
const thresholds = require('../../../../thresholds.json');

jest.setTimeout(240_000);

const WORKLOAD = 'hash';
/** Servers of the same kind: what one does beside the other is about 1, but for noise. */
const THROUGHPUT = { throughputOfYardstickMin: 0.8 };
/** Koa is not the yardstick's kind: as little as its own limit wants. */
const { throughputOfYardstickMin } = thresholds.stacks['node/koa'][WORKLOAD];
const HONEST = { throughputOfYardstickMin };
const P99 = { ...THROUGHPUT, p99OfYardstickMax: 4 };
/** What passes does so in seven blocks; what changes with time needs time. */
const LONG = { minBlocks: 60 };
/** Where all are measured, a few blocks of each are enough. */
const WORKLOADS = ['hello', 'hash', 'todos'];
/** So wide that only what gets worse fails. */
const WIDE = { throughputOfYardstickMin: 0.05 };
const STARVING_PROCESSES = 4;

/** @type {import('../cli/house').House} */
let house;

afterEach(() => house.remove());

/**
 * @param {string | null} deception of node/http; node/koa is always honest
 * @param {object} judged
 * @param {Record<string, number>} judged.limits
 * @param {Record<string, number>} [judged.honest] what node/koa has of its own
 * @param {string[]} [judged.workloads]
 * @param {Record<string, unknown>} [judged.gate]
 */
function houseOf(deception, { limits, honest = HONEST, workloads = [WORKLOAD], gate = {} }) {
  return buildRealHouse({
    servers: ['yardstick', 'http', 'koa'],
    deceits: deception === null ? [] : [{ server: 'http', deception }],
    thresholds: {
      $schema: 'contracts/schema/thresholds.schema.json',
      gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 100, inconclusive: 'warn', ...gate },
      regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
      stacks: {
        'node/http': forAll(workloads, limits),
        'node/koa': forAll(workloads, { ...limits, ...honest }),
      },
    },
  });
}

/**
 * @param {string[]} workloads
 * @param {Record<string, number>} limits
 */
function forAll(workloads, limits) {
  return Object.fromEntries(workloads.map((workload) => [workload, limits]));
}

/** @param {string[]} [workloads] */
async function measured(workloads = [WORKLOAD]) {
  const times = ['--seconds', '0.15', '--max-minutes', '2'];
  const run = await runLoadline(house, 'measure', '--workload', ...workloads, ...times);
  expect(processesOf(house)).toEqual([]);
  const { gate } = JSON.parse(fs.readFileSync(path.join(house.root, 'report.json'), 'utf8'));
  const of = (/** @type {string} */ stack) =>
    gate.comparisons.find((/** @type {any} */ { subject }) => subject === stack);
  return { ...run, gate, deceived: of('node/http'), honest: of('node/koa') };
}

/** @param {any} comparison */
function verdictsOf({ metrics }) {
  return Object.fromEntries(
    metrics.map((/** @type {any} */ { name, verdict }) => [name.split('.')[1], verdict]),
  );
}

test('CPU burnt on every request: throughput is below its limit', async () => {
  house = houseOf('burns', { limits: THROUGHPUT });
  const { exitCode, stdout, gate, deceived, honest } = await measured();
  expect(stdout).toContain('node/http hash: throughput below its limit');
  // It deceives by 35 %, not by so much that anybody would see it.
  expect(deceived.metrics[0].measured).toBeGreaterThan(0.5);
  expect(deceived.metrics[0].measured).toBeLessThan(0.8);
  expect(gate.culprits).toEqual(['node/http hash.throughput']);
  expect(honest.verdict).not.toBe('fail');
  expect(exitCode).toBe(1);
});

test('a freeze of 30 ms every second: p99 is above its limit, and throughput hides it', async () => {
  house = houseOf('freezes', { limits: P99 });
  const { deceived, honest } = await measured();
  expect(verdictsOf(deceived).throughput).not.toBe('fail');
  expect(verdictsOf(deceived).p99).not.toBe('pass');
  expect(deceived.verdict).not.toBe('pass');
  expect(honest.verdict).not.toBe('fail');
});

test.each([
  ['wrongBody', 'one wrong body in 10,000', /\(body\): GET \/hash/],
  ['oneError', 'one error in 1,000', /\(status\): GET \/hash.* got 500/],
  ['fast500', 'nothing but fast errors', /\(status\): GET \/hash.* got 500/],
])('%s: %s fails whatever the speed', async (deception, _what, fault) => {
  house = houseOf(deception, { limits: THROUGHPUT, gate: { minBlocks: 10 } });
  const { exitCode, stdout, deceived, honest } = await measured();
  expect(stdout).toContain('node/http hash: wrong under load');
  expect(deceived.faults.join('\n')).toMatch(fault);
  expect(deceived.verdict).toBe('fail');
  expect(honest.verdict).not.toBe('fail');
  expect(exitCode).toBe(1);
});

test('a server that slows down while it is loaded fails, under that name', async () => {
  house = houseOf('slowsDown', { limits: THROUGHPUT, gate: LONG });
  const { gate, deceived, honest, exitCode } = await measured();
  expect(gate.culprits).toContain('node/http hash.slowsDown');
  expect(deceived.verdict).toBe('fail');
  expect(honest.verdict).not.toBe('fail');
  expect(exitCode).toBe(1);
});

test('a server that wears out fails under that name in the few blocks that each of several workloads gets', async () => {
  house = houseOf('wears', { limits: WIDE, honest: WIDE, workloads: WORKLOADS });
  const { gate, exitCode } = await measured(WORKLOADS);
  for (const culprit of gate.culprits) expect(culprit).toMatch(/^node\/http \w+[.]slowsDown$/);
  expect(gate.culprits).not.toEqual([]);
  const throughputs = gate.comparisons.flatMap((/** @type {any} */ { metrics }) => metrics);
  const verdicts = throughputs.map((/** @type {any} */ { verdict }) => verdict);
  expect(verdicts).not.toContain('fail');
  expect(exitCode).toBe(1);
});

test('a server that leaks memory fails as one that grows, or ends for want of it', async () => {
  house = houseOf('leaks', { limits: THROUGHPUT, gate: LONG });
  const { gate, deceived, honest } = await measured();
  const told = [...gate.culprits, ...deceived.faults].join();
  expect(told).toMatch(/node\/http hash\.grows|server ended/);
  expect(deceived.verdict).toBe('fail');
  expect(honest.verdict).not.toBe('fail');
});

test('a server that is only slower under many connections: throughput is below its limit', async () => {
  house = houseOf('crowded', { limits: THROUGHPUT });
  const { gate, honest } = await measured();
  expect(gate.culprits).toEqual(['node/http hash.throughput']);
  expect(honest.verdict).not.toBe('fail');
});

test('a driver that is starved of CPU makes it invalid, and no pass', async () => {
  house = houseOf(null, { limits: THROUGHPUT });
  const { driver } = planCores();
  const starving = Array.from({ length: STARVING_PROCESSES }, () => {
    const [program, ...args] = pinned(driver, [process.execPath, '-e', 'for (;;);']);
    // A session each: those of one session get together as much of a core as the driver, and half of one is enough for it.
    return spawn(program, args, { stdio: 'ignore', detached: true });
  });
  try {
    const { exitCode, deceived } = await measured();
    expect(deceived.verdict).toBe('invalid');
    expect(deceived.invalid).toContain('driver-bound');
    // It is told, and no reason to stop a build unless thresholds.json says so.
    expect(exitCode).toBe(0);
  } finally {
    for (const process of starving) process.kill('SIGKILL');
  }
});

/** How the servers of a set are warmed: JVMs at the same time, and each is told for itself what came of it. */
'use strict';

const { warmUp } = require('../../src/measure/arm');
const { measureProcessSet } = require('../../src/measure/process-set');
const { Records } = require('../../src/measure/records');
const { comparePlan } = require('../../src/measure/plan');
const { ServersReport } = require('../../src/measure/servers-report');
const { Verdicts } = require('../../src/measure/verdicts');
const { USUAL } = require('../../src/thresholds/usual');
const { plainVariant } = require('../stacks/plain-variant');
const { closedSample } = require('./a-block');
const { Meeting } = require('./meeting');

jest.setTimeout(60_000);

const UNPINNED = { driver: null, servers: null, all: [], reason: 'a test' };
const CONTRACT = /** @type {any} */ ({
  workload: 'hello',
  cases: [],
  load: { connections: 5, exchanges: [] },
});

/**
 * A pair of which no block is measured.
 *
 * @param {((order: any) => Promise<any>)[]} runs what each driver does
 * @param {'java' | 'node'} [language] what the servers are taken for
 * @param {number} [process] which pair
 */
async function warmed(runs, language = 'java', process = 1) {
  const plain = plainVariant();
  const head = { ...plain, stack: { ...plain.stack, language }, workloads: ['hello'] };
  const how = { contracts: [CONTRACT], warmedOn: [], services: null, thresholds: USUAL };
  const revised = [{ head, base: head, workloads: ['hello'] }];
  const plan = comparePlan(revised, /** @type {any} */ (how));
  const records = new Records();
  const [{ group, subject, metrics }] = plan.comparisons;
  const place = { group, subject: subject.id, workload: 'hello' };
  const { comparisons } = new Verdicts([{ place, metrics }], plan.gate, records, {
    isPaired: true,
  });
  const [{ subjects, reference }] = plan.groups;
  /** @type {string[]} */
  const told = [];
  const report = new ServersReport([...subjects, reference ?? []].flat());
  const drivers = /** @type {any[]} */ (runs.map(driverThat));
  await measureProcessSet(plan.groups[0], comparisons, plan.contracts, {
    process,
    seconds: 0.01,
    p99SecondsMax: 0.01,
    endsAt: 0,
    suspectsEndAt: 0,
    warmedOn: [],
    warmUpDrivers: drivers,
    records,
    report,
    random: Math.random,
    isPaired: true,
    isSharedFairly: true,
    tools: { driver: drivers[0], services: null, cores: UNPINNED },
    onProgress: (what) => told.push(what),
    onBlock: () => {},
  });
  const outcomes = report.all(records).map(({ id, workloads }) => [id, workloads.hello.problem]);
  const started = told.filter((what) => what.startsWith('start '));
  return { problems: Object.fromEntries(outcomes), comparison: comparisons[0], started };
}

/** @param {(order: any) => Promise<any>} run */
function driverThat(run) {
  return { pid: undefined, run, runAll: (/** @type {any[]} */ all) => Promise.all(all.map(run)) };
}

/** @param {Meeting} meeting to which the first slice goes */
function driverOf(meeting) {
  let slices = 0;
  return async () => {
    if (slices++ === 0) await meeting.arrive();
    await new Promise((resolve) => setTimeout(resolve, 20));
    return closedSample({});
  };
}

test('base and head on the JVM are warmed at the same time', async () => {
  const both = new Meeting(2);
  const { problems } = await warmed([driverOf(both), driverOf(both)]);
  expect(problems).toEqual({ 'node/plain': null, 'node/plain@base': null });
  expect(both.hasMet).toBe(true);
});

test('base and head on Node are warmed in turn, by one driver', async () => {
  let alone = 0;
  let atOnce = 0;
  const watched = async () => {
    atOnce = Math.max(atOnce, ++alone);
    await new Promise((resolve) => setTimeout(resolve, 20));
    alone -= 1;
    return closedSample({});
  };
  const unused = jest.fn();
  const { problems } = await warmed([watched, unused], 'node');
  expect(problems).toEqual({ 'node/plain': null, 'node/plain@base': null });
  // They settle at the same time, at last.
  expect(atOnce).toBe(2);
  expect(unused).not.toHaveBeenCalled();
});

test('one of them that cannot be warmed is told under its own name, and the other is warmed', async () => {
  const both = new Meeting(2);
  const sound = driverOf(both);
  const broken = async () => {
    await both.arrive();
    throw new Error('no luck');
  };
  const ofHead = await warmed([broken, sound]);
  expect(ofHead.problems).toEqual({ 'node/plain': 'no luck', 'node/plain@base': null });
  expect(ofHead.comparison.faults).toEqual(['no luck']);
});

test('a base that cannot be warmed is no fault of head', async () => {
  const both = new Meeting(2);
  const broken = async () => {
    await both.arrive();
    throw new Error('no luck');
  };
  const { problems, comparison } = await warmed([driverOf(both), broken]);
  expect(problems).toEqual({ 'node/plain': null, 'node/plain@base': 'no luck' });
  expect(comparison.faults).toEqual([]);
  expect(comparison.outcome().notMeasured[0]).toMatch(/: node\/plain@base: no luck$/);
});

test('one client comes first, then the crowd', async () => {
  /** @type {number[]} */
  const clients = [];
  const counting = async (/** @type {any} */ order) => {
    clients.push(order.load.connections);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return closedSample({});
  };
  const { started } = await warmed([counting], 'node');
  expect(started).toEqual(['start node/plain', 'start node/plain@base']);
  // Base and head, each with one at first.
  expect(clients.filter((count) => count === 1)).toHaveLength(2);
  expect(clients.filter((count) => count === 5).length).toBeGreaterThan(10);
  expect(clients[0]).toBe(1);
});

test('each side is started first in every other pair', async () => {
  const slice = async () => closedSample({});
  const { started } = await warmed([slice], 'node', 2);
  expect(started).toEqual(['start node/plain@base', 'start node/plain']);
});

/** @param {() => boolean} isCompiling */
function armWhoseCompilersWork(isCompiling) {
  const compilers = {
    letFinish: async () => {},
    get isCompiling() {
      return isCompiling();
    },
  };
  return /** @type {any} */ ({
    variant: { stack: { language: 'node' } },
    server: { running: true, baseUrl: 'a', pids: () => [], stderr: () => '' },
    compilers,
    contracts: [CONTRACT],
    loads: new Map(),
  });
}

test('a server is warmed for as long as its compilers work', async () => {
  let asked = 0;
  const arm = armWhoseCompilersWork(() => ++asked <= 20);
  const slice = async () => closedSample({});
  await warmUp(arm, [], { driver: /** @type {any} */ (driverThat(slice)) });
  // It is asked of them when the usual time is over, and the last of it ends the warm-up.
  expect(asked).toBeGreaterThan(20);
});

/** @param {boolean} isWarmedLong */
async function secondsWithRestlessCompilers(isWarmedLong) {
  let seconds = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  const slice = async () => {
    seconds += 1;
    return closedSample({});
  };
  const arm = armWhoseCompilersWork(() => true);
  await warmUp(arm, [], { driver: /** @type {any} */ (driverThat(slice)), isWarmedLong });
  clock.mockRestore();
  return seconds;
}

test('compilers that never rest end the warm-up in time, and later where they are given longer', async () => {
  const usual = await secondsWithRestlessCompilers(false);
  const again = await secondsWithRestlessCompilers(true);
  expect(usual).toBeLessThan(30);
  expect(again - usual).toBe(50);
});

test('what a cold server is warmed longer is for what it is measured on', async () => {
  let seconds = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => seconds * 1000);
  /** @type {[number, number][]} when, and with how many clients */
  const slices = [];
  const slice = async (/** @type {any} */ order) => {
    seconds += 1;
    slices.push([seconds, order.load.connections]);
    return closedSample({});
  };
  const other = { ...CONTRACT, workload: 'other', load: { connections: 7, exchanges: [] } };
  const driver = /** @type {any} */ (driverThat(slice));
  await warmUp(
    armWhoseCompilersWork(() => true),
    [other],
    { driver },
  );
  clock.mockRestore();
  const ofOther = slices.filter(([, connections]) => connections === 7);
  expect(ofOther.length).toBeGreaterThan(0);
  expect(Math.max(...ofOther.map(([at]) => at))).toBeLessThan(10);
  expect(seconds).toBeGreaterThan(25);
});

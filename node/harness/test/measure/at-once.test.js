/** What is loaded at the same time, and what is told of it. */
'use strict';

const { Rounds } = require('../../src/measure/rounds');
const { measureSlices } = require('../../src/measure/slice');
const { closedSample } = require('./a-block');

const UNPINNED = { driver: null, servers: null, all: [], reason: 'a test' };
const CONTRACT = /** @type {any} */ ({
  workload: 'cache',
  service: 'redis',
  cases: [],
  load: { connections: 1, exchanges: [{ request: { method: 'GET' } }] },
});
const RIGHT = [{ name: 'GET /cache', responses: 100, right: 100 }];

/**
 * @param {string} id
 * @param {'subject' | 'reference'} role
 * @param {string[]} finished to which it is added when its compilers have been waited for
 * @returns {any} an arm without a server behind it
 */
function anArm(id, role, finished) {
  const server = {
    running: true,
    baseUrl: id,
    pids: () => [],
    residentBytes: () => 1,
  };
  const variant = { id, stack: { language: 'node' } };
  const compilers = { begin: () => {}, letFinish: async () => finished.push(id) };
  const loads = new Map([['cache', {}]]);
  return { variant, role, contracts: [CONTRACT], server, compilers, loads };
}

/**
 * @param {{ kind?: 'throughput' | 'p99', isPaired?: boolean, isAbsolute?: boolean, isSharedFairly?: boolean, subjects?: string[], reads?: number, perSecond?: number,
 *   service?: string }} [how]
 *   kind: that is needed besides four blocks of throughput; reads: that the service counts of a hundred answers; perSecond: answers that come
 */
function rounds(how = {}) {
  const { kind: wanted = 'throughput', isPaired = false, isAbsolute = false } = how;
  const { isSharedFairly = true } = how;
  const { subjects = ['head'], reads = 200, perSecond = 10_000 } = how;
  const contract = { ...CONTRACT, service: 'service' in how ? how.service : CONTRACT.service };
  /** @type {string[][]} */
  const loaded = [];
  /** @type {string[]} */
  const finished = [];
  /** @type {string[][]} whose compilers had been waited for when each slice began */
  const finishedBefore = [];
  /** @type {Set<number>} */
  const ramps = new Set();
  /** @type {number[]} */
  const lengths = [];
  /** @type {any[]} */
  const slices = [];
  /** @type {string[]} */
  const problems = [];
  let counted = 0;
  const driver = {
    pid: undefined,
    runAll: async (/** @type {any[]} */ orders) => {
      loaded.push(orders.map(({ url }) => url));
      finishedBefore.push([...finished]);
      for (const { rampSeconds } of orders) ramps.add(rampSeconds);
      lengths.push(orders[0].seconds);
      counted += reads;
      return orders.map(() => closedSample({ requestsPerSecond: perSecond }, { exchanges: RIGHT }));
    },
  };
  const services = {
    of: () => ({ description: 'Redis 7' }),
    counts: async () => ({ reads: counted, writes: 0 }),
  };
  const blocksOf = (/** @type {string} */ subject, /** @type {string} */ kind) =>
    slices.filter((slice) => slice.arm === subject && slice.kind === kind).length;
  const comparisons = subjects.map((subject) => ({
    workload: 'cache',
    subject,
    needs: (/** @type {string} */ kind) =>
      ['throughput', wanted].includes(kind) && blocksOf(subject, kind) < 4,
    isSuspect: () => false,
    isAbsolute: () => isAbsolute,
  }));
  const options = /** @type {any} */ ({
    group: 'head',
    process: 1,
    contracts: [contract],
    comparisons,
    records: { add: (/** @type {any[]} */ more) => slices.push(...more) },
    seconds: 0.1,
    p99SecondsMax: 2,
    endsAt: Infinity,
    suspectsEndAt: Infinity,
    isPaired,
    isSharedFairly,
    random: () => 0,
    tools: { driver, services, cores: UNPINNED },
    onProblem: (
      /** @type {any} */ arm,
      /** @type {string} */ workload,
      /** @type {string} */ problem,
    ) => problems.push(`${arm.variant.id} ${workload}: ${problem}`),
    onProgress: () => {},
    onBlock: () => {},
  });
  const arms = [
    ...subjects.map((id) => anArm(id, 'subject', finished)),
    anArm('head@base', 'reference', finished),
  ];
  return {
    all: new Rounds(arms, options),
    loaded,
    finishedBefore,
    ramps,
    lengths,
    slices,
    problems,
  };
}

test('a subject and its reference are loaded at the same time, each first in every other block', async () => {
  const { all, loaded, slices } = rounds();
  await all.measure();
  expect(loaded).toEqual([
    ['head@base', 'head'],
    ['head', 'head@base'],
    ['head@base', 'head'],
    ['head', 'head@base'],
  ]);
  expect(slices.map(({ arm, order }) => [arm, order]).slice(0, 2)).toEqual([
    ['head@base', 0],
    ['head', 0],
  ]);
  // A slice this short is not to be trusted where others have the CPU in that moment.
  expect(slices.some(({ invalid }) => invalid === null)).toBe(true);
});

test('of several subjects each is loaded beside the reference', async () => {
  const { all, loaded, slices } = rounds({ subjects: ['a', 'b'] });
  await all.measure();
  expect(loaded).toHaveLength(8);
  for (const pair of loaded) expect(pair).toContain('head@base');
  const turns = slices.map(({ arm, block, order }) => `${block} ${order} ${arm}`);
  expect(new Set(turns).size).toBe(16);
});

test('two that open their connections one after the other get a longer ramp than one alone', async () => {
  const together = rounds();
  await together.all.measure();
  const alone = rounds({ isAbsolute: true });
  await alone.all.measure();
  const [[longer], [usual]] = [[...together.ramps], [...alone.ramps]];
  expect([together.ramps.size, alone.ramps.size]).toEqual([1, 1]);
  expect(longer).toBeGreaterThan(usual);
});

test.each([
  ['10,000', 0.1],
  ['400', 0.25],
])(
  'where %s answers a second came of two while they settled, slices last %s s',
  async (said, seconds) => {
    const perSecond = Number(said.replace(',', ''));
    const { all, lengths } = rounds({ perSecond, service: undefined });
    await all.settle();
    const settling = lengths.length;
    await all.measure();
    expect(new Set(lengths.slice(0, settling))).toEqual(new Set([0.1]));
    expect(new Set(lengths.slice(settling))).toEqual(new Set([seconds]));
  },
);

test('a limit in requests a second is of a server that is alone: arms take turns', async () => {
  const { all, loaded } = rounds({ isAbsolute: true });
  await all.measure();
  expect(loaded).toHaveLength(8);
  expect(loaded.every((urls) => urls.length === 1)).toBe(true);
});

test('where one with more threads would get more of a core, arms take turns', async () => {
  const { all, loaded } = rounds({ isSharedFairly: false });
  await all.measure();
  expect(loaded).toHaveLength(8);
});

test.each([
  ['of one that is alone', false, 8, 1],
  ['of two revisions at the same time', true, 4, 2],
])('a p99 is %s', async (_what, isPaired, slices, together) => {
  const { all, loaded } = rounds({ kind: 'p99', isPaired });
  await all.measure();
  const ofP99 = loaded.slice(4);
  expect(ofP99).toHaveLength(slices);
  expect(ofP99.every((urls) => urls.length === together)).toBe(true);
});

test('they settle at the same time, as they are measured', async () => {
  const { all, loaded } = rounds({ service: undefined });
  await all.settle();
  expect(loaded).toEqual([['head', 'head@base']]);
});

test('they settle in turn, where they are measured in turn', async () => {
  const { all, loaded } = rounds({ service: undefined, isAbsolute: true });
  await all.settle();
  expect(loaded).toEqual([['head'], ['head@base']]);
});

test('on a service they settle in turn, so that one that answers from memory is told', async () => {
  const { all, loaded, problems } = rounds({ reads: 17 });
  await all.settle();
  expect(loaded).toEqual([['head'], ['head@base']]);
  const what = 'answered 100 GETs, but Redis 7 was asked 17 times';
  expect(problems).toEqual([`head cache: ${what}`, `head@base cache: ${what}`]);
});

test('where two are loaded, nobody knows who answered from memory: such a slice is not to be trusted', async () => {
  const { all, slices } = rounds({ reads: 150 });
  await all.measure();
  const what = 'answered 200 GETs, but Redis 7 was asked 150 times';
  expect(slices.map(({ invalid, problem }) => [invalid, problem])).toEqual(
    Array.from({ length: 8 }, () => [what, null]),
  );
});

test('nobody is loaded before the compilers of who was loaded last have finished', async () => {
  const { all, loaded, finishedBefore } = rounds({ isAbsolute: true });
  await all.measure();
  for (const [at, finished] of finishedBefore.entries()) {
    expect(finished).toEqual(loaded.slice(0, at).flat());
  }
  expect(finishedBefore).toHaveLength(8);
});

test.each([
  ['has a core for itself', [1], true],
  ['shares the cores with the servers', null, false],
])('a driver that %s is told so', async (_what, cores, expected) => {
  const { driver, orders } = aDriver();
  const order = { kind: /** @type {const} */ ('throughput'), seconds: 0.1 };
  const tools = /** @type {any} */ ({ driver, services: null, cores: { driver: cores, all: [] } });
  const contract = { ...CONTRACT, service: undefined };
  await measureSlices([anArm('head', 'subject', [])], contract, order, tools);
  expect(orders).toMatchObject([{ ownsCore: expected }]);
});

function aDriver() {
  /** @type {any[]} */
  const orders = [];
  const runAll = async (/** @type {any[]} */ asked) => {
    orders.push(...asked);
    return asked.map(() => closedSample({}));
  };
  return { driver: { pid: undefined, runAll }, orders };
}

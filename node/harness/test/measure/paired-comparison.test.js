/** How pairs of fresh processes become blocks of the judge, and what is measured of the next pair. */
'use strict';

const { comparePlan } = require('../../src/measure/plan');
const { Records } = require('../../src/measure/records');
const { Verdicts } = require('../../src/measure/verdicts');
const { closedSample, openSample, pair } = require('./a-block');

const GATE = {
  falseAlarm: 0.01,
  missed: 0.05,
  maxBlocks: 40,
  inconclusive: /** @type {const} */ ('warn'),
};
const REGRESSION = { throughputLossMax: 0.05, p99IncreaseMax: 0.2 };

/** @param {any} [regression] */
function planOf(regression = REGRESSION) {
  const stack = { id: 'node/a', language: 'node', needs: {}, command: ['node'] };
  const variant = /** @type {any} */ ({ id: 'node/a', stack, workloads: ['hash'] });
  const contract = /** @type {any} */ ({ workload: 'hash', load: {} });
  return comparePlan([{ head: variant, base: variant, workloads: ['hash'] }], {
    contracts: [contract],
    warmedOn: [],
    services: null,
    thresholds: { gate: GATE, regression },
  });
}

class Pairs {
  #records = new Records();

  constructor() {
    const [{ metrics }] = planOf().comparisons;
    const place = { group: 'node', subject: 'node/a', workload: 'hash' };
    const places = [{ place, metrics }];
    this.verdicts = new Verdicts(places, GATE, this.#records, { isPaired: true });
    this.comparison = /** @type {any} */ (this.verdicts.comparisons[0]);
  }

  /**
   * Measures pairs for as long as they are wanted.
   *
   * @param {(process: number, block: number) => number} ratio of head's throughput
   * @param {(process: number, block: number) => number} [p99] of head, where base has 2 ms
   * @returns {number} how many there were
   */
  measure(ratio, p99 = () => 2) {
    let process = 1;
    for (; process <= GATE.maxBlocks && this.comparison.isOpen(process); process++) {
      for (let block = 1; this.comparison.needs('throughput', process); block++) {
        const head = closedSample({ requestsPerSecond: 10_000 * ratio(process, block) });
        this.#records.add(pair(block, head, closedSample({}), { process }));
      }
      for (let block = 1; this.comparison.needs('p99', process); block++) {
        const slices = [openSample(p99(process, block)), openSample(2)];
        this.#records.add(pair(block, slices[0], slices[1], { process, kind: 'p99' }));
      }
    }
    return process - 1;
  }

  /**
   * @param {'throughput' | 'p99'} kind
   * @param {number} blocks
   * @returns {number} how many pairs gave so many blocks
   */
  pairsOf(kind, blocks) {
    const sets = /** @type {number[]} */ (this.comparison.sets);
    return sets.filter((process) => this.comparison.blocksOfSet(process, kind).length === blocks)
      .length;
  }

  outcome() {
    return this.verdicts.outcome();
  }
}

/** Deterministic noise between -1 and 1. @param {number} process @param {number} block */
function noise(process, block) {
  return Math.sin(process * 12.9898 + block * 78.233);
}

test('theta0 and theta1 come of what is allowed, and a stack may allow itself other figures', () => {
  const [throughput, p99] = planOf().comparisons[0].metrics;
  expect(throughput.limit.value).toBeCloseTo(Math.exp(-0.3 * Math.log(1.05)), 12);
  expect(throughput.passBelow).toBeCloseTo(0.7 * Math.log(1.05), 12);
  expect(throughput.limit.pointer).toBe('/regression/throughputLossMax');
  expect(p99.limit.value).toBeCloseTo(Math.exp(0.3 * Math.log(1.2)), 12);
  const own = planOf({ ...REGRESSION, stacks: { 'node/a': { throughputLossMax: 0.5 } } });
  const [wide, same] = own.comparisons[0].metrics;
  expect(wide.passBelow).toBeCloseTo(0.7 * Math.log(1.5), 12);
  expect(wide.limit.pointer).toBe('/regression/stacks/node~1a/throughputLossMax');
  expect(same.limit.pointer).toBe('/regression/p99IncreaseMax');
});

test('equal revisions pass in a few pairs', () => {
  const pairs = new Pairs();
  const count = pairs.measure((process, block) => 1 + 0.03 * noise(process, block));
  const { verdict, culprits, comparisons } = pairs.outcome();
  expect(verdict).toBe('pass');
  expect(culprits).toEqual([]);
  expect(Math.max(...comparisons[0].metrics.map(({ blocks }) => blocks))).toBe(count);
  expect(count).toBeLessThan(8);
});

test('a pair is one block however many slices it has: one that differs for as long as it lives is no evidence', () => {
  const pairs = new Pairs();
  // One process of base came out 20 % faster than all others.
  pairs.measure((process) => (process === 1 ? 0.8 : 1));
  const { verdict, culprits } = pairs.outcome();
  expect(verdict).toBe('pass');
  expect(culprits).toEqual([]);
});

test('a pair whose blocks lie far apart gets more of them, up to 18, and one whose blocks agree does not', () => {
  const noisy = new Pairs();
  noisy.measure((process, block) => 1 + 0.3 * noise(process, block));
  expect(noisy.pairsOf('throughput', 18)).toBeGreaterThan(0);
  const quiet = new Pairs();
  const count = quiet.measure(() => 1);
  expect(quiet.pairsOf('throughput', 6)).toBe(count);
});

test('what is slower in every pair fails by its name, and p99 passes', () => {
  const pairs = new Pairs();
  const count = pairs.measure((process, block) => 0.9 * (1 + 0.03 * noise(process, block)));
  const { verdict, culprits, comparisons } = pairs.outcome();
  expect(verdict).toBe('fail');
  expect(culprits).toEqual(['node/a hash.throughput']);
  expect(comparisons[0].metrics[1].verdict).toBe('pass');
  expect(count).toBeLessThan(12);
  expect(comparisons[0].metrics[0].measured).toBeCloseTo(0.9, 1);
});

test('the slower, the fewer pairs are needed, but never fewer than four', () => {
  const [slightly, clearly, half, dead] = [0.95, 0.85, 0.5, 0.02].map((ratio) => {
    const pairs = new Pairs();
    pairs.measure((process, block) => ratio * (1 + 0.03 * noise(process, block)));
    expect(pairs.outcome().culprits).toEqual(['node/a hash.throughput']);
    return pairs.pairsOf('throughput', 6);
  });
  expect(slightly).toBeLessThan(12);
  expect(clearly).toBeLessThan(slightly);
  expect(half).toBe(4);
  expect(dead).toBe(4);
});

test('three pairs that are bad, however bad, are no fail', () => {
  const pairs = new Pairs();
  pairs.measure((process) => (process <= 3 ? 0.1 : 1));
  expect(pairs.outcome().culprits).toEqual([]);
});

test('a p99 that grew by a half fails by its name', () => {
  const pairs = new Pairs();
  pairs.measure(
    () => 1,
    (process, block) => 3 * (1 + 0.1 * noise(process, block)),
  );
  expect(pairs.outcome().culprits).toEqual(['node/a hash.p99']);
});

test('what is decided is measured no more, but for the rate of a p99', () => {
  const pairs = new Pairs();
  const count = pairs.measure(
    () => 1,
    (process) => (process % 2 === 0 ? 2.6 : 1.9),
  );
  expect(count).toBeGreaterThan(10);
  expect(pairs.pairsOf('throughput', 6)).toBeLessThan(count);
  expect(pairs.pairsOf('throughput', 6) + pairs.pairsOf('throughput', 2)).toBe(count);
});

test('what swings between the two is undecided, with what would have been seen', () => {
  const pairs = new Pairs();
  pairs.measure((process) => (process % 2 === 0 ? 0.82 : 1.13));
  const [{ verdict, metrics }] = pairs.outcome().comparisons;
  expect(verdict).toBe('inconclusive');
  expect(metrics[0].resolves).toBeLessThan(0.95);
  expect(metrics[0].resolves).toBeGreaterThan(0.5);
});

test('where base could not be measured nothing is known of head, and it has not passed', () => {
  const pairs = new Pairs();
  pairs.comparison.hasNoReference('node/a@base: it ended before it was ready');
  const { verdict, comparisons, culprits } = pairs.outcome();
  expect({ verdict, culprits }).toEqual({ verdict: 'invalid', culprits: [] });
  expect(comparisons[0].invalid).toBe('node/a@base: it ended before it was ready');
  expect(comparisons[0].notJudged).toBeNull();
});

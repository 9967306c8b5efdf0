/** What is said of a metric: how soon it passes, how seldom wrongly, and that its interval keeps the truth. */
'use strict';

const { normal } = require('../../bench/normal');
const { randomFrom } = require('../../src/measure/shuffle');
const { decisionOf, metricOutcome } = require('../../src/measure/decision');
const { metricOf } = require('../../src/measure/metric');

const SERIES = 400;
const LOOKS = [7, 10, 20, 40];
const SCATTER = 0.1;
const LIMIT = 0.5;
const RATES = { alpha: 0.01, beta: 0.05, minBlocks: 1, maxBlocks: 40, metrics: 12 };

test('in fewer than a tenth of 400 series the interval ever misses what is true', () => {
  const random = randomFrom(3);
  let misses = 0;
  for (let i = 0; i < SERIES; i++) {
    if (intervals(random).some(([least, most]) => least > LIMIT || most < LIMIT)) misses++;
  }
  expect(misses).toBeLessThan(SERIES / 10);
});

test('after 40 blocks that scatter by a tenth the interval is narrower than that', () => {
  const [least, most] = /** @type {[number, number]} */ (intervals(randomFrom(5)).at(-1));
  expect((most - least) / LIMIT).toBeLessThan(SCATTER);
});

test('what is four times as good as its limit passes in a few blocks', () => {
  expect(blocksToPass('p99OfYardstickMax')).toBe(4);
  expect(blocksToPass('throughputOfYardstickMin')).toBe(3);
});

test.each(
  /** @type {const} */ ([
    ['p99OfYardstickMax', 0.8],
    ['p99OfYardstickMax', 1.2],
    ['throughputOfYardstickMin', 0.1],
    ['throughputOfYardstickMin', 0.3],
    ['throughputOfYardstickMin', 0.4],
  ]),
)('%s: what is at its limit and scatters by %d (log ratio) seldom passes', (key, scatter) => {
  const random = randomFrom(7);
  let passes = 0;
  for (let i = 0; i < SERIES; i++) {
    const harms = Array.from({ length: 40 }, () => scatter * normal(random));
    if (verdictOn(key, harms) === 'pass') passes++;
  }
  expect(passes / SERIES).toBeLessThan(RATES.beta);
});

const STOLEN = 'CPU stolen: 14 % of it went to others';

test.each([
  { counted: 39, leftOut: 0, isDecided: false },
  { counted: 40, leftOut: 0, isDecided: true },
  { counted: 12, leftOut: 28, isDecided: false },
  { counted: 39, leftOut: 117, isDecided: false },
  { counted: 39, leftOut: 118, isDecided: true },
  { counted: 0, leftOut: 39, isDecided: false },
  { counted: 0, leftOut: 40, isDecided: true },
])(
  'of 40 blocks at its limit $counted count and $leftOut are left out: decided $isDecided',
  ({ counted, leftOut, isDecided }) => {
    const series = {
      harms: Array(counted).fill(0),
      leftOut: Array(leftOut).fill(STOLEN),
      compilerShares: [],
    };
    expect(decisionOf(throughput(), series, RATES, 1).isDecided).toBe(isDecided);
  },
);

function throughput() {
  const limit = { key: /** @type {const} */ ('throughputOfYardstickMin'), value: LIMIT };
  return metricOf('node/a', 'hash', { ...limit, pointer: '/stacks' });
}

/**
 * @param {import('../../src/thresholds/limits').LimitKey} key
 * @returns {number} blocks until what is plainly within its limit passes
 */
function blocksToPass(key) {
  let blocks = 1;
  while (verdictOn(key, Array(blocks).fill(-Math.log(4))) !== 'pass') blocks++;
  return blocks;
}

/**
 * @param {import('../../src/thresholds/limits').LimitKey} key
 * @param {number[]} harms
 */
function verdictOn(key, harms) {
  const metric = metricOf('node/a', 'hash', { key, value: LIMIT, pointer: '/stacks' });
  return decisionOf(metric, { harms, leftOut: [], compilerShares: [] }, RATES, 1).verdict;
}

/**
 * @param {() => number} random
 * @returns {[number, number][]} of a stack that is just at its limit, at each look; boundless where there is no end
 */
function intervals(random) {
  const metric = throughput();
  /** @type {number[]} */
  const harms = [];
  /** @type {[number, number][]} */
  const seen = [];
  for (let block = 1; block <= 40; block++) {
    harms.push(SCATTER * normal(random));
    if (!LOOKS.includes(block)) continue;
    const series = { harms, leftOut: [], compilerShares: [] };
    const decision = decisionOf(metric, series, RATES, 1);
    const standing = { decision, isAlarming: false, earlier: [] };
    const [least, most] = metricOutcome(metric, standing, RATES).interval;
    seen.push([least ?? -Infinity, most ?? Infinity]);
  }
  return seen;
}

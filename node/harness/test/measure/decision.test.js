/** What is said of a metric: its interval keeps the truth. */
'use strict';

const { normal } = require('../../bench/normal');
const { randomFrom } = require('../../src/measure/shuffle');
const { decisionOf, metricOutcome } = require('../../src/measure/decision');
const { metricOf } = require('../../src/measure/metric');

const SERIES = 400;
const LOOKS = [7, 10, 20, 40];
const SCATTER = 0.1;
const LIMIT = 0.5;

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

/**
 * @param {() => number} random
 * @returns {[number, number][]} of a stack that is just at its limit, at each look; boundless where there is no end
 */
function intervals(random) {
  const key = /** @type {const} */ ('throughputOfYardstickMin');
  const limit = { key, value: LIMIT, pointer: '/stacks' };
  const rates = { alpha: 0.01, beta: 0.05, minBlocks: 1, maxBlocks: 40, metrics: 12 };
  const metric = metricOf('node/a', 'hash', limit);
  /** @type {number[]} */
  const harms = [];
  /** @type {[number, number][]} */
  const seen = [];
  for (let block = 1; block <= 40; block++) {
    harms.push(SCATTER * normal(random));
    if (!LOOKS.includes(block)) continue;
    const series = { harms, leftOut: [], compilerShares: [] };
    const decision = decisionOf(metric, series, rates, 1);
    const standing = { decision, isAlarming: false, earlier: [] };
    const [least, most] = metricOutcome(metric, standing, rates).interval;
    seen.push([least ?? -Infinity, most ?? Infinity]);
  }
  return seen;
}

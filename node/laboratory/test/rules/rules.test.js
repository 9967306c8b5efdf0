'use strict';

const { normal } = require('loadline/bench/normal');
const { randomFrom } = require('loadline/src/measure/shuffle');
const { RULES } = require('../../src/rules');
const { medianOfSeven } = require('../../src/rules/median-of-seven');
const { singleShot } = require('../../src/rules/single-shot');
const { relativeInterval, tachometer } = require('../../src/rules/tachometer');

/**
 * @param {number} base
 * @param {number} head
 */
function pair(base, head) {
  return { base: [base], head: [head] };
}

describe('one run', () => {
  const pairs = [{ base: [900, 1_100], head: [950, 840] }, pair(1, 1)];

  test('alarms where the mean of the first pair is more than 10 % worse, and looks at no other', () => {
    expect(singleShot.decide({ better: 'more', pairs })).toBe('alarm');
    expect(singleShot.decide({ better: 'less', pairs })).toBe('quiet');
  });

  test.each([
    ['more', 1_000, 905, 'quiet'],
    ['more', 1_000, 895, 'alarm'],
    ['less', 1_000, 1_095, 'quiet'],
    ['less', 1_000, 1_105, 'alarm'],
  ])('%s is better, base %d, head %d: %s', (better, base, head, answer) => {
    const series = { better: /** @type {'more' | 'less'} */ (better), pairs: [pair(base, head)] };
    expect(singleShot.decide(series)).toBe(answer);
  });

  test('has no answer without one', () => {
    expect(singleShot.decide({ better: 'more', pairs: [] })).toBe('no answer');
  });
});

describe('the median of seven', () => {
  const heads = [910, 915, 500, 905, 2_000, 918, 917];
  const pairs = heads.map((head, i) => pair(997 + i, head));

  test('is not moved by one bad run: 1,000 and 915 are 8.5 % apart', () => {
    expect(medianOfSeven.decide({ better: 'more', pairs })).toBe('alarm');
  });

  test('is quiet at 7.5 %', () => {
    const less = pairs.map(({ base, head }) => ({ base, head: [head[0] + 10] }));
    expect(medianOfSeven.decide({ better: 'more', pairs: less })).toBe('quiet');
  });

  test('looks at the first seven, or at what there is, and has no answer of three', () => {
    const more = [...pairs, ...Array(8).fill(pair(1_000, 1_000))];
    expect(medianOfSeven.decide({ better: 'more', pairs: more })).toBe('alarm');
    expect(medianOfSeven.decide({ better: 'more', pairs: pairs.slice(0, 4) })).toBe('alarm');
    expect(medianOfSeven.decide({ better: 'more', pairs: pairs.slice(0, 3) })).toBe('no answer');
  });
});

describe("tachometer's interval", () => {
  // By hand: means 10 and 9, squared errors 1/3 and 1/3, variance (81 + 100) / 3 / 10,000, t of 2 degrees 4.302653.
  test('is that of a worked example', () => {
    const [low, high] = relativeInterval([9, 10, 11], [8, 9, 10]);
    const margin = 4.302653 * Math.sqrt(181 / 30_000);
    expect(low).toBeCloseTo(-0.1 - margin, 6);
    expect(high).toBeCloseTo(-0.1 + margin, 6);
  });

  test('stops at the first round that leaves out zero, whatever comes after', () => {
    const worse = { base: [100, 101, 102, 100, 101], head: [90, 91, 92, 90, 91] };
    const better = { base: worse.head, head: worse.base };
    const pairs = [worse, worse, better, better, better, better];
    expect(tachometer.decide({ better: 'more', pairs })).toBe('alarm');
    expect(tachometer.decide({ better: 'less', pairs })).toBe('quiet');
    expect(tachometer.decide({ better: 'more', pairs: [worse] })).toBe('no answer');
  });

  test('raises false alarms more often than the 2.5 % that one look has', () => {
    const random = randomFrom(1);
    const five = () => Array.from({ length: 5 }, () => Math.exp(0.06 * normal(random)));
    const series = Array.from({ length: 400 }, () =>
      Array.from({ length: 20 }, () => ({ base: five(), head: five() })),
    );
    const alarms = series.filter(
      (pairs) => tachometer.decide({ better: 'more', pairs }) === 'alarm',
    );
    expect(alarms.length / series.length).toBeGreaterThan(0.05);
  });
});

test.each(RULES)('$name alarms about half the throughput, and not about twice as much', (rule) => {
  const pairs = Array.from({ length: 10 }, (_, i) => ({
    base: [1_000 + i, 1_001 + i, 1_002 - i],
    head: [500 + i, 501 + i, 502 - i],
  }));
  expect(rule.decide({ better: 'more', pairs })).toBe('alarm');
  expect(rule.decide({ better: 'less', pairs })).toBe('quiet');
});

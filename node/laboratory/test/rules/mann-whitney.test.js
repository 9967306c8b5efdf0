'use strict';

const { mannWhitney, uTest } = require('../../src/rules/mann-whitney');

const even = Array.from({ length: 500 }, (_, i) => 2 * i);
const shifted = Array.from({ length: 600 }, (_, i) => 2 * i - 41);
const tied = [...even.slice(0, 30), ...shifted.slice(30)];

// The examples of go-moremath, which were held against R's wilcox.test.
test.each([
  ['one lies above the other', [2, 1, 3, 5], [12, 11, 13, 15], 0.028571428571428577],
  ['they are mixed', [2, 1, 3, 5], [0, 4, 6, 7], 0.48571428571428577],
  ['they are large', even, shifted, 0.0049335360814172224],
  ['they are large and have ties', even, tied, 0.0038703814239617884],
  ['they are the same', even, even, 1],
  ['all values are equal', [2, 2, 2, 2], [2, 2, 2, 2], 1],
])('p of two samples where %s', (_what, first, second, p) => {
  expect(uTest(first, second)).toBeCloseTo(p, 10);
  expect(uTest(second, first)).toBeCloseTo(p, 10);
});

/** @param {number[][]} runs base and head of each */
function pairs(...runs) {
  return runs.map(([base, head]) => ({ base: [base], head: [head] }));
}

test('less throughput in each of four runs is an alarm, however little less', () => {
  const four = pairs([1_000, 996], [1_001, 997], [1_002, 998], [1_003, 999]);
  expect(mannWhitney.decide({ better: 'more', pairs: four })).toBe('alarm');
  expect(mannWhitney.decide({ better: 'less', pairs: four })).toBe('quiet');
});

test('of three runs a side it has no answer', () => {
  const three = pairs([1_000, 1], [1_001, 2], [1_002, 3]);
  expect(mannWhitney.decide({ better: 'more', pairs: three })).toBe('no answer');
});

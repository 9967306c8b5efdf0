/** How a run's time is shared out. */
'use strict';

const { timeShare } = require('../../src/measure/time-share');

test('each workload gets time by its arms, and what one leaves goes to the others', () => {
  expect(timeShare([2, 3, 5], 1_000)).toBe(200);
  expect(timeShare([3, 5], 960)).toBe(360);
  expect(timeShare([5], 600)).toBe(600);
});

test('a run whose time is used up has none left', () => {
  expect(timeShare([2, 2], -50)).toBe(0);
});

test('a run without end has no end', () => {
  expect(timeShare([2, 2], Infinity)).toBe(Infinity);
});

/** When a server counts as warm. */
'use strict';

const { changePointOf, hasTrend, isSteady, median } = require('../../src/measure/steady');

test('a level series is steady', () => {
  expect(isSteady([100, 101, 99, 100, 101, 100])).toBe(true);
});

test('a server is not steady before two windows are full', () => {
  expect(isSteady([100, 100, 100, 100, 100])).toBe(false);
});

test('a climb is not steady, even a slow one', () => {
  expect(isSteady([50, 60, 70, 80, 90, 100])).toBe(false);
  expect(isSteady([100, 100.4, 100.8, 101.2, 101.6, 102])).toBe(false);
});

test('a fall is not steady', () => {
  expect(isSteady([110, 108, 106, 104, 102, 100])).toBe(false);
});

test('only the last two windows count', () => {
  expect(isSteady([1, 5, 20, 60, 100, 101, 99, 100, 101, 100])).toBe(true);
});

test('one outlier does not unsettle a level series', () => {
  expect(isSteady([100, 40, 101, 100, 101, 99])).toBe(true);
});

test('a server that answers nothing is never steady', () => {
  expect(isSteady([0, 0, 0, 0, 0, 0])).toBe(false);
});

test('a trend is told from noise', () => {
  expect(hasTrend([1, 2, 3, 4, 5, 6])).toBe(true);
  expect(hasTrend([3, 1, 6, 2, 5, 4])).toBe(false);
});

test('a step is found where it is, and hardly by chance', () => {
  const step = Array.from({ length: 40 }, (_, at) => (at < 26 ? 0 : 5) + ((at * 7) % 5));
  const { after, chance } = changePointOf(step);
  expect(after).toBe(26);
  expect(chance).toBeLessThan(0.001);
});

test('where nothing moved chance looks like that', () => {
  const level = Array.from({ length: 40 }, (_, at) => (at * 7) % 5);
  expect(changePointOf(level).chance).toBeGreaterThan(0.5);
  expect(changePointOf([1, 2])).toEqual({ after: 1, chance: 1 });
  expect(changePointOf([1, 1, 1])).toEqual({ after: 1, chance: 1 });
});

test('the median of an even number lies between the middle ones', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([3, 1, 2])).toBe(2);
});

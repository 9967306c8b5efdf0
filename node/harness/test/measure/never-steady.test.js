/** Which servers never came to rest. */
'use strict';

const { whyNeverSteady } = require('../../src/measure/never-steady');

const MEBIBYTE = 1024 * 1024;

/**
 * @param {number} count
 * @param {(at: number) => number} value
 */
function series(count, value) {
  return Array.from({ length: count }, (_, at) => value(at));
}

/** @param {number} at */
function noise(at) {
  return [0.03, -0.02, 0.01, -0.04, 0.02, 0, -0.01][at % 7];
}

test('noise around a level is steady', () => {
  expect(
    whyNeverSteady(
      series(40, noise),
      series(80, () => 200 * MEBIBYTE),
    ),
  ).toBeNull();
});

test('a small drift is nothing to stop a gate for', () => {
  expect(
    whyNeverSteady(
      series(40, (at) => at * 0.002),
      [],
    ),
  ).toBeNull();
});

test('a server that gets slower by more than a tenth is told', () => {
  expect(
    whyNeverSteady(
      series(20, (at) => noise(at) + at * 0.03),
      [],
    ),
  ).toMatch(/^never steady: its throughput moved by 3\d %/);
});

test('memory that grows on and on is told, memory that is given back is not', () => {
  expect(
    whyNeverSteady(
      [],
      series(20, (at) => (100 + 20 * at) * MEBIBYTE),
    ),
  ).toContain('200 MiB');
  expect(
    whyNeverSteady(
      [],
      series(20, (at) => (900 - 20 * at) * MEBIBYTE),
    ),
  ).toBeNull();
});

test('a few blocks tell nothing', () => {
  expect(whyNeverSteady([0, 0.1, 0.2, 0.3, 0.4], [])).toBeNull();
  expect(whyNeverSteady([], [])).toBeNull();
});

/** Which servers never came to rest. */
'use strict';

const { whyNeverSteady, whyStillWarming } = require('../../src/measure/never-steady');

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

test('a leak that slows its server is told as both', () => {
  expect(
    whyNeverSteady(
      series(20, (at) => noise(at) + at * 0.03),
      series(20, (at) => (100 + 20 * at) * MEBIBYTE),
    ),
  ).toMatch(/^never steady: its throughput moved by 3\d % .*; its memory grew by 200 MiB/);
});

test('a few blocks tell nothing', () => {
  expect(whyNeverSteady([0, 0.1, 0.2, 0.3, 0.4], [])).toBeNull();
  expect(whyNeverSteady([], [])).toBeNull();
});

test.each([
  [
    'a JVM that compiles all the time',
    [0.34, 0.21, 0.2, 0.22],
    /^never steady: it still warmed up, its compilers had 2\d % of a core$/,
  ],
  ['one that did so at first', [0.34, 0.3, 0.03, 0.02, 0.01], null],
  ['what compiles nothing', [], null],
])('%s: whether it still warms up', (_what, shares, expected) => {
  const why = whyStillWarming(shares);
  if (expected === null) expect(why).toBeNull();
  else expect(why).toMatch(expected);
});

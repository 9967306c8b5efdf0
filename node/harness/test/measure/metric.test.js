/** Harms against limits, and back. */
'use strict';

const { figureAt, harmOf, whyNoFigure } = require('../../src/measure/metric');

/**
 * @param {any} key
 * @param {number} value
 */
function limit(key, value) {
  return { key, value, pointer: '/stacks/a/b/c' };
}

test.each([
  ['throughputOfYardstickMin', 0.5, 40, 100, Math.log(0.5 / 0.4)],
  ['p99OfYardstickMax', 2, 9, 3, Math.log(3 / 2)],
  ['requestsPerSecondMin', 1_000, 500, 1, Math.log(2)],
  ['p99MillisMax', 50, 25, 1, -Math.log(2)],
])('%s %d of %d beside %d', (key, value, subject, reference, expected) => {
  expect(harmOf(limit(key, value), subject, reference)).toBeCloseTo(expected, 12);
});

test.each(['throughputOfYardstickMin', 'p99OfYardstickMax'])('what is at %s has no harm', (key) => {
  expect(harmOf(limit(key, 0.5), 1, 2)).toBe(0);
});

test.each(['throughputOfYardstickMin', 'p99OfYardstickMax'])(
  'a harm is a figure of %s again',
  (key) => {
    const own = limit(key, 0.7);
    expect(figureAt(own, harmOf(own, 3, 5))).toBeCloseTo(3 / 5, 12);
  },
);

test('a p99 wants 2,000 requests, throughput wants one', () => {
  /** @type {any} */
  const few = { valid: 1_999, latencyMicros: { p50: 1, p99: 2 } };
  expect(whyNoFigure('p99', few)).toBe('fewer than 2,000 requests');
  expect(whyNoFigure('p99', { ...few, valid: 2_000 })).toBeNull();
  expect(whyNoFigure('throughput', few)).toBeNull();
  expect(whyNoFigure('throughput', { ...few, valid: 0 })).toBe(
    'nothing was answered in its window',
  );
});

/** The rate of the open loop: half of the slowest arm's capacity. */
'use strict';

const { openLoopRate } = require('../../src/measure/open-loop-rate');

describe('the rate of the open loop', () => {
  test("is half of the slowest arm's capacity", () => {
    const rate = openLoopRate([3000, 40_000]);
    expect(rate?.perSecond).toBeCloseTo(1500);
    expect(rate?.sliceSeconds).toBeCloseTo(1.4);
  });

  test('is no more than a driver can send in time', () => {
    const rate = openLoopRate([40_000]);
    expect(rate?.perSecond).toBeCloseTo(2100);
    expect(rate?.sliceSeconds).toBeCloseTo(1);
  });

  test('is not that of an arm that did nothing', () => {
    expect(openLoopRate([0, 3000])?.perSecond).toBeCloseTo(1500);
  });

  test('is unknown where nothing was measured', () => {
    expect(openLoopRate([])).toBeNull();
    expect(openLoopRate([0])).toBeNull();
  });
});

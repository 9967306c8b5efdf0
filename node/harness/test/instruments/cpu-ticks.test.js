/** What of the machine's CPU time went to others. */
'use strict';

const { cpuTicks, stolenShare } = require('../../src/instruments/cpu-ticks');

test('stolen time is a share of all cores, and guests are not counted twice', () => {
  const before = cpuTicks('cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 2 3\n');
  const after = cpuTicks('cpu  150 0 120 810 0 0 0 20 50 0\n');
  expect(before).toEqual({ allTicks: 1_000, stolenTicks: 0 });
  expect(stolenShare(before, after)).toBeCloseTo(0.2, 9);
});

test('where the machine does not tell, the share is unknown', () => {
  expect(cpuTicks('intr 1 2 3\n')).toBeNull();
  expect(stolenShare(null, null)).toBeNull();
  const ticks = { allTicks: 5, stolenTicks: 0 };
  expect(stolenShare(ticks, ticks)).toBeNull();
});

/** What the machine does to a slice. */
'use strict';

const { cpuTicks, stolenShare, underConditions } = require('../../src/measure/conditions');

test('stolen time is a share of all cores, and guests are not counted twice', () => {
  const before = cpuTicks('cpu  100 0 100 800 0 0 0 0 0 0\ncpu0 1 2 3\n');
  const after = cpuTicks('cpu  150 0 120 810 0 0 0 20 50 0\n');
  expect(before).toEqual({ allTicks: 1_000, stolenTicks: 0 });
  expect(stolenShare(before, after)).toBeCloseTo(0.2, 9);
});

test('where the machine does not tell, the share is unknown', () => {
  expect(cpuTicks(null)).toBeNull();
  expect(stolenShare(null, null)).toBeNull();
  const ticks = { allTicks: 5, stolenTicks: 0 };
  expect(stolenShare(ticks, ticks)).toBeNull();
});

test('a slice has the conditions under which it was measured', async () => {
  const watched = { driverPid: process.pid, serverCores: 3 };
  const { sample, conditions } = await underConditions(watched, async () => 'a sample');
  expect(sample).toBe('a sample');
  expect(conditions.serverCores).toBe(3);
  expect(Number(conditions.driverWaitShare ?? 0)).toBeGreaterThanOrEqual(0);
});

test('a driver that has ended is no reason to break off', async () => {
  const watched = { driverPid: 2 ** 22 + 1, serverCores: 1 };
  const { conditions } = await underConditions(watched, async () => null);
  expect(conditions.driverWaitShare).toBeNull();
});

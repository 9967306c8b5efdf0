/** What the machine does to a slice. */
'use strict';

const { underConditions } = require('../../src/instruments/conditions');

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

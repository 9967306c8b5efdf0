/** What a driver sent late is told, and is not in the latencies that a server is held to. */
'use strict';

const { performance } = require('node:perf_hooks');
const { Tally } = require('../../src/drivers/tally');

const STALL_MILLIS = 40;
const ANSWER_MILLIS = 2;
const REQUESTS = 200;
const LATE = 20;

/**
 * One request in ten goes out after a stall, all are answered at once.
 *
 * @param {boolean} hasWaited for a connection, and not for the driver
 */
function sampleOf(hasWaited) {
  const tally = new Tally({ seconds: 60, rampSeconds: 0, ratePerSecond: REQUESTS });
  tally.begin();
  tally.opensAt -= 1000;
  for (let request = 0; request < REQUESTS; request++) {
    // Each at a moment of its own, as in a driver.
    const dueAt = performance.now() - (request < LATE ? STALL_MILLIS + request : request / 1e6);
    if (hasWaited) tally.waits(dueAt, dueAt);
    tally.goes({ dueAt, hasWaited });
    tally.right({ from: dueAt, to: performance.now() + ANSWER_MILLIS });
  }
  return tally.sample({ driver: 'net', connections: 1 });
}

test('what was sent late is the driver’s', () => {
  const { lateSends, latencyMicros, valid } = sampleOf(false);
  expect(lateSends).toBeGreaterThanOrEqual(LATE);
  expect(latencyMicros.p99).toBeLessThan(STALL_MILLIS * 1000);
  expect(valid).toBe(REQUESTS);
});

test('what waited for a connection is the server’s', () => {
  const { lateSends, latencyMicros } = sampleOf(true);
  expect(lateSends).toBe(0);
  expect(latencyMicros.p99).toBeGreaterThan(STALL_MILLIS * 1000);
});

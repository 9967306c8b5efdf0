/** The pace and the latencies of the open loop, against servers whose own are known. */
'use strict';

const path = require('node:path');
const hdr = require('hdr-histogram-js');
const { EXCHANGES, answersAfter, freezes } = require('../../bench/known-servers');
const { schemaCheck } = require('../../src/input/schema');
const { runDriver } = require('./run-driver');
const { closeServers, greet, listen, serve, sliceOf } = require('./serving');

jest.setTimeout(30_000);
// Times hold while the driver and the server have their cores. Where others take them, a test has more tries; a loop
// that does not keep its pace uses them up.
jest.retryTimes(6);

const SCHEMA = path.join(__dirname, '../../../../contracts/schema/sample.schema.json');
const RATE = 500;

afterEach(closeServers);

/**
 * @param {string} url
 * @param {object} [more]
 */
function openSlice(url, more = {}) {
  return sliceOf(url, EXCHANGES, { ratePerSecond: RATE, ...more });
}

test('what was asked for is what is sent, and a sample obeys its schema', async () => {
  const url = await serve((_, response) => greet(response));
  const { samples, exitCode } = await runDriver(openSlice(url, { seconds: 1 }));
  const [sample] = samples;
  expect(exitCode).toBe(0);
  expect(schemaCheck(SCHEMA)(sample, 'sample')).toEqual([]);
  expect(sample).toMatchObject({ driver: 'undici', ratePerSecond: RATE, seconds: 1, items: null });
  expect(sample.errors).toEqual({ total: 0, kinds: {} });
  expect(Math.abs(sample.sentPerSecond / RATE - 1)).toBeLessThan(0.02);
  expect(sample.valid).toBeCloseTo(sample.sentPerSecond, 6);
  expect(sample.responses).toBeGreaterThan(sample.valid);
  expect(hdr.decodeFromCompressedBase64(sample.histogram).totalCount).toBe(sample.valid);
});

test('requests go out one by one, not in bursts', async () => {
  /** @type {number[]} */
  const arrivals = [];
  const url = await serve((_, response) => {
    arrivals.push(performance.now());
    greet(response);
  });
  await runDriver(openSlice(url, { seconds: 1 }));
  const gaps = arrivals.slice(1).map((at, index) => at - arrivals[index]);
  const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)];
  // In bursts most gaps are next to none.
  expect(median).toBeGreaterThan(1);
  expect(median).toBeLessThan(3);
});

test('a latency is that of the server, from when its request was due', async () => {
  const url = await listen(answersAfter(5));
  const load = { connections: 20, exchanges: EXCHANGES };
  const { samples } = await runDriver(openSlice(url, { seconds: 1, load }));
  const { p50 } = samples[0].latencyMicros;
  expect(p50).toBeGreaterThanOrEqual(5_000);
  expect(p50).toBeLessThan(10_000);
});

test('a freeze of 200 ms a second is in the p99 of the open loop, where a closed loop hides it', async () => {
  const url = await listen(freezes(200));
  const slice = openSlice(url, { seconds: 2 });
  const { samples } = await runDriver(slice, { ...slice, ratePerSecond: undefined });
  const [open, closed] = samples;
  expect(open.latencyMicros.p99).toBeGreaterThan(150_000);
  expect(closed.latencyMicros.p99).toBeLessThan(open.latencyMicros.p99 / 2);
  expect(closed).toMatchObject({ ratePerSecond: null, sentPerSecond: null, latenessMicros: null });
});

test('waiting for a connection is latency and not lateness', async () => {
  const url = await listen(answersAfter(20));
  const load = { connections: 1, exchanges: EXCHANGES };
  const { samples } = await runDriver(openSlice(url, { seconds: 1, rampSeconds: 0, load }));
  const { latencyMicros, latenessMicros, sentPerSecond } = samples[0];
  // One connection can do 50 a second of the 500 that are due, and goes on for a second.
  expect(sentPerSecond).toBeLessThan(110);
  expect(latencyMicros.p50).toBeGreaterThan(200_000);
  expect(latenessMicros.p50).toBeLessThan(20_000);
});

test('a driver that has little to do neither is busy nor says so', async () => {
  const url = await serve((_, response) => greet(response));
  const { samples } = await runDriver(openSlice(url, { ratePerSecond: 50, seconds: 1 }));
  expect(samples[0].driverCpuShare).toBeLessThan(0.85);
  expect(samples[0].sentPerSecond).toBe(50);
});

test('a connection that the server closes between requests is opened again, without an error', async () => {
  const url = await serve((request, response) => {
    greet(response);
    // The next request on it is due in 80 ms.
    setTimeout(() => request.socket.destroy(), 5);
  });
  const { samples } = await runDriver(openSlice(url, { ratePerSecond: 50, seconds: 1 }));
  expect(samples[0].errors).toEqual({ total: 0, kinds: {} });
  expect(samples[0].valid).toBe(50);
});

/** Which slices are not to be trusted. */
'use strict';

const { whyInvalid } = require('../../src/measure/invalid');
const { closedSample, openSample } = require('./a-block');

const QUIET = { stolenCpuShare: 0, driverWaitShare: 0, serverCores: 1 };

/** @param {number} cpuShare of a server */
function serverUsing(cpuShare) {
  return { ...closedSample({}).server, cpuShare };
}

/**
 * @param {'throughput' | 'p99'} kind
 * @param {any} sample of a server that was loaded alone
 * @param {any} conditions
 */
function invalidOf(kind, sample, conditions) {
  return whyInvalid(kind, sample, conditions, sample.server.cpuShare);
}

test('an ordinary slice is to be trusted', () => {
  expect(invalidOf('throughput', closedSample({}), QUIET)).toBeNull();
  expect(invalidOf('p99', openSample(2), QUIET)).toBeNull();
});

test('a driver that is busy while the server is not is the bottleneck', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.6) });
  expect(invalidOf('throughput', sample, QUIET)).toBe(
    'driver-bound: the driver had or awaited its core for 97 % of the time, the server had 60 % of its own',
  );
});

test('a driver that waits for its core is as busy as one that has it', () => {
  const sample = closedSample({}, { driverCpuShare: 0.45, server: serverUsing(0.5) });
  expect(invalidOf('throughput', sample, { ...QUIET, driverWaitShare: 0.5 })).toContain(
    'driver-bound',
  );
});

test('a driver that is as busy as the server is no bottleneck', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.98) });
  expect(invalidOf('throughput', sample, QUIET)).toBeNull();
});

test('servers that share cores are as busy as all of them together', () => {
  const half = closedSample({}, { driverCpuShare: 0.48, server: serverUsing(0.48) });
  const waiting = { ...QUIET, driverWaitShare: 0.48 };
  expect(whyInvalid('throughput', half, waiting, 0.96)).toBeNull();
  expect(whyInvalid('throughput', half, waiting, 0.6)).toContain('the server had 60 % of its own');
});

test('a server is as busy as its share of the cores that it is kept to', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.98) });
  expect(invalidOf('throughput', sample, { ...QUIET, serverCores: 3 })).toContain(
    '33 % of its own',
  );
});

test('where more than one request in ten was sent late, that is told', () => {
  const latenessMicros = { p50: 5, p99: 1201 };
  const { sentPerSecond, seconds } = openSample(12);
  const late = openSample(12, { latenessMicros, lateSends: sentPerSecond * seconds * 0.11 });
  expect(invalidOf('p99', late, QUIET)).toBe(
    'late sends: 11 % of the requests went out over 1 ms late; p99 of lateness 1201 µs, of latency 12000 µs',
  );
});

test('a driver that loses its core now and then is to be trusted, however fast the server is', () => {
  const latenessMicros = { p50: 5, p99: 8000 };
  const { sentPerSecond, seconds } = openSample(0.3);
  const fast = openSample(0.3, { latenessMicros, lateSends: sentPerSecond * seconds * 0.1 });
  expect(invalidOf('p99', fast, QUIET)).toBeNull();
});

test('what is late by less than a tenth of what answers take is not late', () => {
  const slow = openSample(200, { latenessMicros: { p50: 5, p99: 20_000 }, lateSends: 1_000 });
  expect(invalidOf('p99', slow, QUIET)).toBeNull();
});

test('an open loop may be busy, since it watches the clock', () => {
  const watching = openSample(3, { driverCpuShare: 1, server: serverUsing(0.3) });
  expect(invalidOf('p99', watching, QUIET)).toBeNull();
});

test('a driver that leaves the server most of its core is no bottleneck', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.71) });
  expect(invalidOf('throughput', sample, QUIET)).toBeNull();
});

test('where throughput times latency is not the connections, time or answers are missing', () => {
  const gap = closedSample({ requestsPerSecond: 10_000, meanMicros: 4_000 });
  expect(invalidOf('throughput', gap, QUIET)).toBe(
    "Little's law: throughput x mean latency is 40.0 requests in flight, on 50 connections",
  );
  const near = closedSample({ requestsPerSecond: 10_000, meanMicros: 4_700 });
  expect(invalidOf('throughput', near, QUIET)).toBeNull();
});

test('a server that hangs as a slice begins is no gap: requests that were sent before count whole', () => {
  const hung = closedSample({ requestsPerSecond: 10_000, meanMicros: 5_900, stallMicros: 30_000 });
  expect(invalidOf('throughput', hung, QUIET)).toBeNull();
  const gap = closedSample({ requestsPerSecond: 10_000, meanMicros: 6_400, stallMicros: 30_000 });
  expect(invalidOf('throughput', gap, QUIET)).toMatch(/^Little's law: /);
});

test('of a few answers on each connection that law says nothing', () => {
  const few = closedSample({ requestsPerSecond: 10_000, meanMicros: 4_000 }, { valid: 999 });
  expect(invalidOf('throughput', few, QUIET)).toBeNull();
});

test('a machine whose cores others had is not to be trusted', () => {
  expect(invalidOf('p99', openSample(2), { ...QUIET, stolenCpuShare: 0.12 })).toBe(
    'CPU stolen: 12 % of it went to other machines',
  );
});

test('what a machine does not tell is not held against it', () => {
  const unknown = { stolenCpuShare: null, driverWaitShare: null, serverCores: 2 };
  const sample = closedSample(
    {},
    { driverCpuShare: 0.97, server: serverUsing(/** @type {any} */ (null)) },
  );
  expect(whyInvalid('throughput', sample, unknown, null)).toBeNull();
});

/** Which slices are not to be trusted. */
'use strict';

const { whyInvalid } = require('../../src/measure/invalid');
const { closedSample, openSample } = require('./a-block');

const QUIET = { stolenCpuShare: 0, driverWaitShare: 0, serverCores: 1 };

/** @param {number} cpuShare of a server */
function serverUsing(cpuShare) {
  return { ...closedSample({}).server, cpuShare };
}

test('an ordinary slice is to be trusted', () => {
  expect(whyInvalid('throughput', closedSample({}), QUIET)).toBeNull();
  expect(whyInvalid('p99', openSample(2), QUIET)).toBeNull();
});

test('a driver that is busy while the server is not is the bottleneck', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.6) });
  expect(whyInvalid('throughput', sample, QUIET)).toBe(
    'driver-bound: the driver had or awaited its core for 97 % of the time, the server had 60 % of its own',
  );
});

test('a driver that waits for its core is as busy as one that has it', () => {
  const sample = closedSample({}, { driverCpuShare: 0.45, server: serverUsing(0.5) });
  expect(whyInvalid('throughput', sample, { ...QUIET, driverWaitShare: 0.5 })).toContain(
    'driver-bound',
  );
});

test('a driver that is as busy as the server is no bottleneck', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.98) });
  expect(whyInvalid('throughput', sample, QUIET)).toBeNull();
});

test('a server is as busy as its share of the cores that it is kept to', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.98) });
  expect(whyInvalid('throughput', sample, { ...QUIET, serverCores: 3 })).toContain(
    '33 % of its own',
  );
});

test('requests that were sent late are told', () => {
  const late = openSample(12, { latenessMicros: { p50: 5, p99: 1201 } });
  expect(whyInvalid('p99', late, QUIET)).toBe(
    'late sends: p99 of lateness 1201 µs, of latency 12000 µs',
  );
});

test('lateness that any system has is none, however fast the server is', () => {
  const fast = openSample(0.3, { latenessMicros: { p50: 5, p99: 1000 } });
  expect(whyInvalid('p99', fast, QUIET)).toBeNull();
});

test('an open loop may be busy, since it watches the clock', () => {
  const watching = openSample(3, { driverCpuShare: 1, server: serverUsing(0.3) });
  expect(whyInvalid('p99', watching, QUIET)).toBeNull();
});

test('a driver that leaves the server most of its core is no bottleneck', () => {
  const sample = closedSample({}, { driverCpuShare: 0.97, server: serverUsing(0.71) });
  expect(whyInvalid('throughput', sample, QUIET)).toBeNull();
});

test('where throughput times latency is not the connections, time or answers are missing', () => {
  const gap = closedSample({ requestsPerSecond: 10_000, meanMicros: 4_000 });
  expect(whyInvalid('throughput', gap, QUIET)).toBe(
    "Little's law: throughput x mean latency is 40.0 requests in flight, on 50 connections",
  );
  const near = closedSample({ requestsPerSecond: 10_000, meanMicros: 4_700 });
  expect(whyInvalid('throughput', near, QUIET)).toBeNull();
});

test('of a few answers on each connection that law says nothing', () => {
  const few = closedSample({ requestsPerSecond: 10_000, meanMicros: 4_000 }, { valid: 999 });
  expect(whyInvalid('throughput', few, QUIET)).toBeNull();
});

test('a machine whose cores others had is not to be trusted', () => {
  expect(whyInvalid('p99', openSample(2), { ...QUIET, stolenCpuShare: 0.12 })).toBe(
    'CPU stolen: 12 % of it went to other machines',
  );
});

test('what a machine does not tell is not held against it', () => {
  const unknown = { stolenCpuShare: null, driverWaitShare: null, serverCores: 2 };
  const sample = closedSample(
    {},
    { driverCpuShare: 0.97, server: serverUsing(/** @type {any} */ (null)) },
  );
  expect(whyInvalid('throughput', sample, unknown)).toBeNull();
});

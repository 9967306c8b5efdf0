/** Recorded slices, for tests of what is made of them. */
'use strict';

const hdr = require('hdr-histogram-js');
const { sample } = require('../reports/a-report');

const MICROS_PER_SECOND = 1e6;
const ANSWERS = 10_000;

/**
 * @param {{ requestsPerSecond?: number, meanMicros?: number, stallMicros?: number, connections?: number }} figures the stall is one answer's
 * @param {object} [more]
 * @returns {any} a sample of a closed loop that obeys Little's law, unless a mean latency is given
 */
function closedSample(figures, more = {}) {
  const { requestsPerSecond = 10_000, meanMicros, stallMicros, connections = 50 } = figures;
  const histogram = hdr.build({ useWebAssembly: false });
  const mean = meanMicros ?? (connections / requestsPerSecond) * MICROS_PER_SECOND;
  histogram.recordValueWithCount(Math.round(mean), ANSWERS);
  if (stallMicros !== undefined) histogram.recordValue(stallMicros);
  return sample({
    connections,
    requestsPerSecond,
    seconds: 0.25,
    valid: Math.round(requestsPerSecond / 4),
    histogram: hdr.encodeIntoCompressedBase64(histogram),
    ...more,
  });
}

/**
 * @param {number} p99 milliseconds
 * @param {object} [more]
 * @returns {any} a sample of an open loop
 */
function openSample(p99, more = {}) {
  return sample({
    ratePerSecond: 5_000,
    sentPerSecond: 5_000,
    valid: 2_100,
    driver: 'net',
    latencyMicros: { p50: 300, p99: p99 * 1000 },
    latenessMicros: { p50: 5, p99: 20 },
    lateSends: 0,
    ...more,
  });
}

/**
 * @param {object} more
 * @returns {any} a line of blocks.ndjson
 */
function record(more) {
  return {
    schemaVersion: '1.0',
    language: 'node',
    workload: 'hash',
    process: 1,
    block: 1,
    order: 0,
    arm: 'node/a',
    role: 'subject',
    kind: 'throughput',
    conditions: { stolenCpuShare: 0, driverWaitShare: 0, serverCores: 1 },
    invalid: null,
    problem: null,
    sample: closedSample({}),
    ...more,
  };
}

/**
 * @param {number} block
 * @param {any} subject sample of node/a
 * @param {any} [reference] sample of the yardstick
 * @param {object} [more] of both
 * @returns {any[]} the slices of one kind in a block
 */
function pair(block, subject, reference = closedSample({}), more = {}) {
  return [
    record({ block, sample: subject, ...more }),
    record({ block, arm: 'node/yardstick', role: 'reference', sample: reference, ...more }),
  ];
}

module.exports = { closedSample, openSample, record, pair };

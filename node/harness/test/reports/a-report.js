/** A report with one of everything, for tests of how it looks. */
'use strict';

const MEBIBYTE = 1024 * 1024;

/**
 * @param {object} [more]
 * @returns {any} a sample as a driver and the measuring side make it
 */
function sample(more = {}) {
  return {
    schemaVersion: '1.1',
    driver: 'net',
    startedAt: '2026-11-20T12:00:00.000Z',
    connections: 50,
    ratePerSecond: null,
    seconds: 1.5,
    valid: 61_806,
    responses: 70_000,
    reconnects: 0,
    exchanges: [],
    requestsPerSecond: 41_204,
    sentPerSecond: null,
    latencyMicros: { p50: 1_152, p99: 3_421 },
    latenessMicros: null,
    items: null,
    errors: { total: 0, kinds: {} },
    histogram: 'HISTFAAAAA==',
    driverCpuShare: 0.6,
    server: {
      cpuShare: 0.98,
      cpuMicrosPerRequest: 23.81,
      residentBytesBefore: 96 * MEBIBYTE,
      residentBytes: 98 * MEBIBYTE,
      peakResidentBytes: 134 * MEBIBYTE,
      reason: null,
    },
    ...more,
  };
}

/**
 * @param {object} [more]
 * @returns {any} what came of a workload
 */
function result(more = {}) {
  const warmUp = { seconds: 1.5, settled: true };
  return { warmUp, sample: sample(), driverBound: false, problem: null, ...more };
}

/**
 * @param {string} id
 * @param {object} [more]
 * @returns {any} the report of a stack
 */
function stack(id, more = {}) {
  return {
    id,
    description: 'A server',
    command: ['node', 'server.js'],
    runtimeOptions: [],
    notRun: null,
    problem: null,
    check: null,
    workloads: null,
    leftBehind: [],
    stderr: null,
    ...more,
  };
}

/**
 * @param {object} [more]
 * @returns {any}
 */
function report(more = {}) {
  return {
    schemaVersion: '2.0',
    version: '0.1.0',
    command: 'start',
    startedAt: '2026-11-20T12:00:00.000Z',
    seconds: 423.4,
    passed: true,
    machine: {
      system: 'Linux 6.1.0 x64',
      processor: 'A Processor',
      cores: 2,
      memoryBytes: 8 * 1024 * MEBIBYTE,
      node: '20.20.2',
      java: 'openjdk version "17.0.9"',
    },
    pinning: { driver: [1], servers: [0], reason: null },
    services: [],
    sliceSeconds: 1.5,
    notes: [],
    stacks: [],
    gate: null,
    ...more,
  };
}

/**
 * @param {string} subject
 * @param {object} [more]
 * @returns {any} a comparison on hash that passed
 */
function comparison(subject, more = {}) {
  return {
    subject,
    reference: 'node/yardstick',
    workload: 'hash',
    verdict: 'pass',
    notJudged: null,
    faults: [],
    drifts: [],
    invalid: null,
    metrics: [metric(subject)],
    notMeasured: [],
    figures: { subject: null, reference: null },
    ...more,
  };
}

/**
 * @param {string} subject
 * @param {object} [more]
 * @returns {any} its throughput on hash
 */
function metric(subject, more = {}) {
  return {
    name: `${subject} hash.throughput`,
    key: 'throughputOfYardstickMin',
    limit: 0.5,
    pointer: '/stacks/a/hash/throughputOfYardstickMin',
    verdict: 'pass',
    measured: 0.7123,
    earlier: [],
    interval: [0.69, 0.74],
    blocks: 12,
    leftOut: {},
    failEvidence: 0.01,
    passEvidence: 27,
    ...more,
  };
}

/**
 * @param {any[]} comparisons
 * @param {object} [more]
 * @returns {any}
 */
function gate(comparisons, more = {}) {
  return {
    verdict: 'pass',
    culprits: [],
    falseAlarm: 0.01,
    missed: 0.05,
    maxBlocks: 40,
    inconclusive: 'warn',
    seed: 7,
    blocksFile: 'blocks.ndjson',
    comparisons,
    ...more,
  };
}

module.exports = { comparison, gate, metric, report, result, sample, stack };

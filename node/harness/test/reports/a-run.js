/** A run's folder with a report and its blocks, of as many cells as are wanted, for tests of the page. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const hdr = require('hdr-histogram-js');
const { comparison, gate, metric, report, sample, stack } = require('./a-report');

const REFERENCE = 'node/yardstick';
const BLOCKS = 12;
const STARTED = '2026-11-20T12:00:00.000Z';

/**
 * @param {string} subject
 * @param {string} workload
 * @param {object} [more]
 * @returns {any} a comparison on throughput and p99
 */
function cell(subject, workload, more = {}) {
  const pointer = `/stacks/${subject.replaceAll('/', '~1')}/${workload}`;
  return comparison(subject, {
    workload,
    metrics: [throughput(subject, workload, pointer), p99(subject, workload, pointer)],
    figures: { subject: figures(38_000), reference: figures(52_000) },
    ...more,
  });
}

/**
 * @param {string} subject
 * @param {string} workload
 * @param {string} pointer
 * @param {object} [more]
 */
function throughput(subject, workload, pointer, more = {}) {
  return metric(subject, {
    name: `${subject} ${workload}.throughput`,
    pointer: `${pointer}/throughputOfYardstickMin`,
    ...more,
  });
}

/**
 * @param {string} subject
 * @param {string} workload
 * @param {string} pointer
 */
function p99(subject, workload, pointer) {
  return metric(subject, {
    name: `${subject} ${workload}.p99`,
    key: 'p99OfYardstickMax',
    limit: 4,
    pointer: `${pointer}/p99OfYardstickMax`,
    measured: 2.5,
    interval: [2, 3.25],
    leftOut: { 'late sends': 1 },
  });
}

/** @param {number} requestsPerSecond */
function figures(requestsPerSecond) {
  return {
    requestsPerSecond,
    latencyMicros: { p50: 1_100, p99: 3_300 },
    cpuMicrosPerRequest: 23.4,
    residentBytes: 99 * 1024 * 1024,
    eventLoopDelayMicros: { p50: 200, p99: 4_100 },
    gcPauseShare: null,
  };
}

/**
 * @param {string} subject
 * @param {string} workload
 * @param {number} blocks
 * @returns {any[]} slices of throughput and of p99, one of these not to be trusted
 */
function slices(subject, workload, blocks) {
  const kinds = /** @type {const} */ (['throughput', 'p99']);
  return kinds.flatMap((kind) =>
    Array.from({ length: blocks }, (_, at) => [
      slice({ arm: subject, role: 'subject', workload, kind, at }),
      slice({ arm: REFERENCE, role: 'reference', workload, kind, at }),
    ]).flat(),
  );
}

/** @param {{ arm: string, role: string, workload: string, kind: string, at: number }} of */
function slice({ arm, role, workload, kind, at }) {
  const isSubject = role === 'subject';
  return {
    schemaVersion: '1.1',
    language: 'node',
    group: arm.replace(REFERENCE, 'node'),
    workload,
    process: at < BLOCKS / 2 ? 1 : 2,
    block: (at % (BLOCKS / 2)) + 1,
    order: isSubject ? 0 : 1,
    arm,
    role,
    kind,
    conditions: { stolenCpuShare: 0, driverWaitShare: 0, serverCores: 1 },
    invalid: kind === 'p99' && isSubject && at === 3 ? 'late sends' : null,
    problem: null,
    sample: sample({
      startedAt: '2026-11-20T12:01:00.000Z',
      requestsPerSecond: (isSubject ? 38_000 : 52_000) + 700 * Math.sin(at),
      latencyMicros: { p50: 1_100, p99: isSubject ? 3_300 + 40 * at : 1_320 },
      histogram: isSubject ? HISTOGRAMS.subject : HISTOGRAMS.reference,
    }),
  };
}

const HISTOGRAMS = { subject: histogram(1_100), reference: histogram(800) };

/** @param {number} micros where most are */
function histogram(micros) {
  const built = hdr.build({ highestTrackableValue: 3_600_000_000, useWebAssembly: false });
  for (let at = 0; at < 5_000; at += 1) {
    built.recordValue(Math.round(micros * (0.5 + 0.2 / (1 - at / 5_001))));
  }
  return hdr.encodeIntoCompressedBase64(built);
}

/**
 * @param {any[]} comparisons
 * @param {{ gate?: object, report?: object, withBlocks?: boolean, blocks?: number }} [more]
 * @returns {{ folder: string, file: string, remove: () => void }}
 */
function writeRun(
  comparisons,
  { gate: gateMore, report: reportMore, withBlocks = true, blocks = BLOCKS } = {},
) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loadline-page-'));
  const file = path.join(folder, 'report.json');
  const subjects = [...new Set(comparisons.map(({ subject }) => subject))];
  const whole = report({
    startedAt: STARTED,
    stacks: [...subjects, REFERENCE].map((id) => stack(id)),
    gate: gate(comparisons, gateMore),
    ...reportMore,
  });
  fs.writeFileSync(file, JSON.stringify(whole, null, 2));
  if (withBlocks) {
    const lines = comparisons
      .filter(({ metrics }) => metrics.length > 0)
      .flatMap(({ subject, workload }) => groupedSlices(subject, workload, blocks));
    fs.writeFileSync(path.join(folder, 'blocks.ndjson'), `${lines.join('\n')}\n`);
  }
  return { folder, file, remove: () => fs.rmSync(folder, { recursive: true }) };
}

/**
 * Each subject has a group of its own, so that their references stay apart.
 *
 * @param {string} subject
 * @param {string} workload
 * @param {number} blocks
 */
function groupedSlices(subject, workload, blocks) {
  return slices(subject, workload, blocks).map((record) =>
    JSON.stringify({ ...record, group: subject }),
  );
}

module.exports = { cell, throughput, writeRun };

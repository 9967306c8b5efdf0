/** What the page shows of the raw blocks: each block's figures, and the spectrum of latency; whole numbers, so that both sides write the same. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const hdr = require('hdr-histogram-js');
const { P99_REQUESTS_MIN } = require('../measure/metric');

/**
 * A block of one comparison: which set of processes, which block of it, the figures of subject and reference, and
 * why either does not count (places in `reasons`). Throughput is requests in 100 s, p99 microseconds.
 *
 * @typedef {[process: number, block: number, subject: number | null, reference: number | null, whySubject: number | null, whyReference: number | null]} PageBlock
 *
 * @typedef {object} PageKind
 * @property {PageBlock[]} blocks in order of time
 * @property {number[]} subject its latency in microseconds at each of `quantiles`, as far as its requests tell
 * @property {number[]} reference
 *
 * @typedef {object} PageSeries
 * @property {string | null} missing why there are no blocks
 * @property {string[]} reasons
 * @property {number[]} beyond of the quantiles' first decade, what lies beyond each
 * @property {(Partial<Record<Kind, PageKind>>)[]} comparisons in the report's order
 */

/**
 * @typedef {'throughput' | 'p99'} Kind
 * @typedef {import('../measure/records').SliceRecord} SliceRecord
 * @typedef {import('./report').Report} Report
 */

const KINDS = /** @type {const} */ (['throughput', 'p99']);
const SLACK_MILLIS = 60_000;
/** Ten in each decade of what lies beyond: 1, 0.8, 0.63 ... 0.00001. */
const BEYOND = [1, 0.8, 0.63, 0.5, 0.4, 0.315, 0.25, 0.2, 0.16, 0.125];
const DECADES = 5;
const QUANTILES = Array.from({ length: DECADES }, (_, decade) =>
  BEYOND.map((share) => 1 - share / 10 ** decade),
).flat();

/**
 * @param {Report} report
 * @param {string} reportFile beside which its blocks are looked for, before where they were written
 * @returns {PageSeries}
 */
function pageSeries(report, reportFile) {
  const { records, missing } = readBlocks(report, reportFile);
  /** @type {string[]} */
  const reasons = [];
  const byComparison = groupedBlocks(records);
  const comparisons = (report.gate?.comparisons ?? []).map(({ subject, reference, workload }) => {
    const own = byComparison.get(keyOf(subject, workload)) ?? [];
    const ours = own.filter(({ other }) => reference === null || other?.arm === reference);
    return kindsOf(ours, reasons);
  });
  return { missing, reasons, beyond: BEYOND, comparisons };
}

/** @typedef {{ subject: SliceRecord, other: SliceRecord | null }} Pair */

/**
 * @param {Report} report
 * @param {string} reportFile
 * @returns {{ records: SliceRecord[], missing: string | null }}
 */
function readBlocks({ schemaVersion, gate, startedAt, seconds }, reportFile) {
  if (schemaVersion.startsWith('1.')) {
    return {
      records: [],
      missing: 'blocks are shown of reports from version 2.0 of the schema on',
    };
  }
  const named = gate?.blocksFile ?? null;
  if (named === null) return { records: [], missing: 'the run kept no blocks' };
  const beside = path.join(path.dirname(path.resolve(reportFile)), path.basename(named));
  const name = path.basename(named);
  // Where a relative name led to when it was written, nobody knows any more.
  const places = path.isAbsolute(named) ? [beside, named] : [beside];
  const found = places.find((file) => fs.existsSync(file));
  if (found === undefined) return { records: [], missing: `${name} is not beside the report` };
  const records = linesOf(found);
  if (records === null) return { records: [], missing: `${name} cannot be read` };
  const began = Date.parse(startedAt) - SLACK_MILLIS;
  const ended = Date.parse(startedAt) + seconds * 1000 + SLACK_MILLIS;
  const times = records.flatMap(({ sample }) => (sample ? [Date.parse(sample.startedAt)] : []));
  const isOwn = times.every((time) => time >= began && time <= ended);
  return isOwn
    ? { records, missing: null }
    : { records: [], missing: `${name} is of another run: each run of a folder writes its own` };
}

/**
 * @param {string} file
 * @returns {SliceRecord[] | null} null where a line is not JSON
 */
function linesOf(file) {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  try {
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  } catch {
    return null;
  }
}

/**
 * @param {SliceRecord[]} records
 * @returns {Map<string, Pair[]>} by subject and workload
 */
function groupedBlocks(records) {
  /** @type {Map<string, SliceRecord>} */
  const references = new Map();
  const blockOf = (/** @type {SliceRecord} */ record) => {
    const { group, language, workload, process, block, kind } = record;
    return JSON.stringify([group ?? language, workload, process, block, kind]);
  };
  for (const record of records) {
    if (record.role === 'reference') references.set(blockOf(record), record);
  }
  /** @type {Map<string, Pair[]>} */
  const pairs = new Map();
  for (const record of records.filter(({ role }) => role === 'subject')) {
    const key = keyOf(record.arm, record.workload);
    const own = pairs.get(key) ?? [];
    own.push({ subject: record, other: references.get(blockOf(record)) ?? null });
    pairs.set(key, own);
  }
  return pairs;
}

/**
 * @param {string} subject
 * @param {string} workload
 */
function keyOf(subject, workload) {
  return JSON.stringify([subject, workload]);
}

/**
 * @param {Pair[]} pairs of one comparison
 * @param {string[]} reasons is added to
 */
function kindsOf(pairs, reasons) {
  /** @type {Partial<Record<Kind, PageKind>>} */
  const kinds = {};
  for (const kind of KINDS) {
    const own = pairs.filter(({ subject }) => subject.kind === kind);
    if (own.length === 0) continue;
    kinds[kind] = {
      blocks: own.map((pair) => blockOf(kind, pair, reasons)),
      subject: spectrumOf(own.map(({ subject }) => subject)),
      reference: spectrumOf(own.flatMap(({ other }) => other ?? [])),
    };
  }
  return kinds;
}

/**
 * @param {Kind} kind
 * @param {Pair} pair
 * @param {string[]} reasons
 * @returns {PageBlock}
 */
function blockOf(kind, { subject, other }, reasons) {
  return [
    subject.process,
    subject.block,
    figureOf(kind, subject),
    other && figureOf(kind, other),
    placeOf(whyLeftOut(kind, subject), reasons),
    other && placeOf(whyLeftOut(kind, other), reasons),
  ];
}

/**
 * @param {Kind} kind
 * @param {SliceRecord} record
 */
function figureOf(kind, { sample }) {
  if (sample === null || sample.valid === 0) return null;
  return kind === 'throughput'
    ? Math.round(sample.requestsPerSecond * 100)
    : rounded(sample.latencyMicros.p99);
}

/** @param {number | null} micros */
function rounded(micros) {
  return micros === null ? null : Math.round(micros);
}

/**
 * @param {string | null} reason
 * @param {string[]} reasons
 */
function placeOf(reason, reasons) {
  if (reason === null) return null;
  if (!reasons.includes(reason)) reasons.push(reason);
  return reasons.indexOf(reason);
}

/**
 * @param {Kind} kind
 * @param {SliceRecord} record
 * @returns {string | null}
 */
function whyLeftOut(kind, { invalid, problem, sample }) {
  if (invalid !== null || problem !== null) return invalid ?? problem;
  if (sample === null) return 'no sample';
  if (sample.errors.total > 0) return 'wrong answers';
  if (sample.valid === 0) return 'nothing was answered in its window';
  const isFew = kind === 'p99' && sample.valid < P99_REQUESTS_MIN;
  return isFew ? `fewer than ${P99_REQUESTS_MIN.toLocaleString('en-US')} requests` : null;
}

/**
 * @param {SliceRecord[]} records of one arm
 * @returns {number[]}
 */
function spectrumOf(records) {
  const trusted = records.filter(({ invalid, sample }) => invalid === null && sample !== null);
  const [merged, ...rest] = trusted.map(({ sample }) => decoded(String(sample?.histogram)));
  if (merged === undefined) return [];
  merged.autoResize = true;
  for (const each of rest) merged.add(each);
  const { totalCount } = merged;
  const told = QUANTILES.filter((quantile) => (1 - quantile) * totalCount >= 1);
  return told.map((quantile) => valueAt(merged, quantile));
}

/** @param {string} histogram */
function decoded(histogram) {
  return hdr.decodeFromCompressedBase64(histogram, 32, false);
}

/**
 * The two languages' histograms round a percentile otherwise; half a rank below a rank both find that rank.
 *
 * @param {import('hdr-histogram-js').Histogram} histogram
 * @param {number} quantile
 * @returns {number} microseconds
 */
function valueAt(histogram, quantile) {
  const rank = Math.max(1, Math.ceil(quantile * histogram.totalCount));
  return histogram.getValueAtPercentile((100 * (rank - 0.5)) / histogram.totalCount);
}

module.exports = { QUANTILES, pageSeries };

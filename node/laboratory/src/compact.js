/** Makes one record of what a comparison left behind: of its report what it said, and of its blocks what other rules need. */
'use strict';

/**
 * @typedef {import('./records').RecordedMetric} RecordedMetric
 * @typedef {import('./records').Slices} Slices
 * @typedef {'base' | 'head'} Side
 */

const NOTES_MAX = 20;
const NOTE_CHARACTERS_MAX = 200;
/** Slices scatter by percents: more digits are noise that takes room. */
const DIGITS = 4;
const KINDS = /** @type {const} */ (['throughput', 'p99']);

/**
 * @param {any} report of `loadline compare`
 * @param {any[]} lines of its blocks.ndjson
 * @returns {{ verdict: string, named: string[], notes: string[], metrics: RecordedMetric[], slices: Slices[] }}
 */
function compact({ gate }, lines) {
  const comparisons = /** @type {any[]} */ (gate.comparisons);
  const notes = comparisons.flatMap(({ workload, faults = [], invalid = null }) =>
    [...faults, ...(invalid === null ? [] : [invalid])].map((each) => `${workload}: ${each}`),
  );
  return {
    verdict: gate.verdict,
    // A culprit is told as `node/koa hello.throughput`.
    named: gate.culprits.map((/** @type {string} */ culprit) => culprit.split(' ').at(-1)),
    notes: notes.slice(0, NOTES_MAX).map((note) => note.slice(0, NOTE_CHARACTERS_MAX)),
    metrics: comparisons.flatMap(metricsOf),
    slices: slicesOf(lines),
  };
}

/**
 * @param {any} comparison
 * @returns {RecordedMetric[]}
 */
function metricsOf({ metrics }) {
  return metrics.map((/** @type {any} */ metric) => ({
    name: String(metric.name).split(' ').at(-1),
    verdict: metric.verdict,
    measured: rounded(metric.measured),
    blocks: metric.blocks,
    resolves: metric.resolves ?? null,
  }));
}

/**
 * @param {any[]} lines
 * @returns {Slices[]}
 */
function slicesOf(lines) {
  const counted = lines.filter(({ block, kind }) => block > 0 && KINDS.includes(kind));
  const workloads = [...new Set(counted.map(({ workload }) => workload))];
  return workloads.flatMap((workload) =>
    KINDS.flatMap((kind) => {
      const own = counted.filter((line) => line.workload === workload && line.kind === kind);
      return own.length === 0 ? [] : [slicesOfMetric(own, { workload, kind })];
    }),
  );
}

/**
 * @param {any[]} lines of one metric
 * @param {Pick<Slices, 'workload' | 'kind'>} metric
 * @returns {Slices}
 */
function slicesOfMetric(lines, { workload, kind }) {
  /** @type {Map<number, Map<number, Partial<Record<Side, number>>>>} pair, block, side */
  const pairs = new Map();
  for (const line of lines) {
    const blocks = pairs.get(line.process) ?? new Map();
    const block = blocks.get(line.block) ?? {};
    const value = valueOf(line);
    if (value !== null) block[line.role === 'reference' ? 'base' : 'head'] = value;
    blocks.set(line.block, block);
    pairs.set(line.process, blocks);
  }
  let leftOut = 0;
  /** @type {Slices['pairs']} */
  const whole = [];
  for (const [, blocks] of [...pairs].sort(([a], [b]) => a - b)) {
    /** @type {[number[], number[]]} */
    const sides = [[], []];
    for (const [, { base, head }] of [...blocks].sort(([a], [b]) => a - b)) {
      if (base === undefined || head === undefined) leftOut += 1;
      else [base, head].forEach((value, side) => sides[side].push(value));
    }
    if (sides[0].length > 0) whole.push(sides);
  }
  return { workload, kind, leftOut, pairs: whole };
}

/**
 * @param {any} line
 * @returns {number | null} null where the slice is not to be trusted
 */
function valueOf({ kind, invalid, problem, sample }) {
  if (invalid !== null || problem !== null || sample === null) return null;
  const value = kind === 'p99' ? sample.latencyMicros?.p99 : sample.requestsPerSecond;
  return value > 0 ? rounded(value) : null;
}

/**
 * @template {number | null} T
 * @param {T} value
 * @returns {T}
 */
function rounded(value) {
  return value === null ? value : /** @type {T} */ (Number(value.toPrecision(DIGITS)));
}

module.exports = { compact };

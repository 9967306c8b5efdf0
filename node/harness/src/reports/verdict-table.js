/** The table for people: stacks down, workloads across, each with its ratio and what was found. */
'use strict';

const { LIMIT_KINDS } = require('../thresholds/limits');
const { columns } = require('./columns');
const { limitFigure } = require('./limit-message');

/**
 * @typedef {import('../measure/comparison').ComparisonOutcome} ComparisonOutcome
 * @typedef {import('../measure/decision').MetricOutcome} MetricOutcome
 * @typedef {import('./report').GateReport} GateReport
 */

const NONE = '-';
/** So that what is well stands under one another, marked or not. */
const MARKS = { pass: ' ', fail: '<', inconclusive: '?', invalid: '!', null: ' ' };
const LEGEND = '< beyond its limit or wrong, ? undecided, ! not to be trusted, - not measured';
/** So many stacks leave room on a screen for the rest. */
const SUBJECTS_MAX = 10;
const TITLES = { throughput: 'throughput', p99: 'p99' };

/**
 * @param {GateReport} gate
 * @param {{ isWhole?: boolean }} [how] whole: all stacks, however many; else those with marks, where there are many
 * @returns {string[]} lines: a block for throughput, and one for p99
 */
function verdictTable({ comparisons: all }, { isWhole = true } = {}) {
  const { comparisons, left } = isWhole ? { comparisons: all, left: null } : marked(all);
  const kinds = /** @type {const} */ (['throughput', 'p99']);
  const blocks = kinds.map((kind) => block(kind, comparisons)).filter((rows) => rows.length > 0);
  if (blocks.length === 0) return [];
  const width = Math.max(...blocks.map(([head]) => head.length));
  const rows = blocks.flatMap((own) => [
    ...own.map((row) => padded(row, width)),
    padded([''], width),
  ]);
  return [...columns(rows), ...(left === null ? [] : [left]), LEGEND, ''];
}

/**
 * @param {ComparisonOutcome[]} found
 * @returns {{ comparisons: ComparisonOutcome[], left: string | null }} those to be shown, and what is said of the other ones
 */
function marked(found) {
  const subjects = [...new Set(found.filter(hasFigures).map(({ subject }) => subject))];
  const all = found.filter(({ subject }) => subjects.includes(subject));
  if (subjects.length <= SUBJECTS_MAX) return { comparisons: all, left: null };
  const isMarked = (/** @type {string} */ id) =>
    all.some(({ subject, verdict }) => subject === id && verdict !== null && verdict !== 'pass');
  const wanted = subjects.filter(isMarked);
  const well = subjects.filter((id) => !isMarked(id));
  // Some that are well show what the others are to be held against.
  const shown = [...wanted, ...well].slice(0, SUBJECTS_MAX);
  const count = subjects.length - shown.length;
  const hidden = Math.max(0, wanted.length - SUBJECTS_MAX);
  const what = hidden === 0 ? 'nothing of them is marked' : `${hidden} of them are marked`;
  return {
    comparisons: all.filter(({ subject }) => shown.includes(subject)),
    left: `and ${count} more stacks: ${what}`,
  };
}

/**
 * A variant without limits has none: its row would be empty.
 *
 * @param {ComparisonOutcome} comparison
 */
function hasFigures({ metrics, faults }) {
  return metrics.length > 0 || faults.length > 0;
}

/**
 * @param {'throughput' | 'p99'} kind
 * @param {ComparisonOutcome[]} comparisons
 * @returns {string[][]} none where nothing of the kind was measured
 */
function block(kind, comparisons) {
  const shown = comparisons.filter((each) => metricOf(each, kind) !== undefined);
  const metrics = shown.map((each) => /** @type {MetricOutcome} */ (metricOf(each, kind)));
  if (metrics.length === 0) return [];
  const workloads = [...new Set(shown.map(({ workload }) => workload))];
  const subjects = [...new Set(comparisons.map(({ subject }) => subject))];
  const rows = subjects.map((subject) => [
    subject,
    ...workloads.map((workload) =>
      cell(
        comparisons.find((each) => each.subject === subject && each.workload === workload),
        kind,
      ),
    ),
  ]);
  const head = workloads.map((workload) => `${workload} `);
  return [[`${TITLES[kind]}${unitOf(metrics)}`, ...head], ...rows];
}

/** @param {MetricOutcome[]} metrics */
function unitOf(metrics) {
  const units = [...new Set(metrics.map(({ key }) => LIMIT_KINDS[key].unit))];
  return units.length === 1 ? `,${units[0]}` : '';
}

/**
 * @param {ComparisonOutcome | undefined} comparison
 * @param {'throughput' | 'p99'} kind
 * @returns {string} a share with two or three digits that count, and a mark
 */
function cell(comparison, kind) {
  const metric = comparison && metricOf(comparison, kind);
  if (!comparison || !metric) return `${NONE} `;
  const isWrong = comparison.faults.length + comparison.drifts.length > 0;
  const mark = isWrong ? MARKS.fail : markOf(metric);
  const shown = metric.measured === null ? NONE : limitFigure(metric.key, metric.measured);
  return `${shown}${mark}`;
}

/**
 * An estimate has no verdict, and may not be to be trusted all the same.
 *
 * @param {MetricOutcome} metric
 */
function markOf({ verdict, measured, leftOut }) {
  const isUntrusted = verdict === null && measured === null && Object.keys(leftOut).length > 0;
  return isUntrusted ? MARKS.invalid : MARKS[/** @type {'pass'} */ (String(verdict))];
}

/**
 * @param {ComparisonOutcome} comparison
 * @param {'throughput' | 'p99'} kind
 * @returns {MetricOutcome | undefined} where there are several, the one that is worst
 */
function metricOf({ metrics }, kind) {
  const own = metrics.filter(({ key }) => LIMIT_KINDS[key].kind === kind);
  return own.find(({ verdict }) => verdict !== 'pass') ?? own[0];
}

/**
 * @param {string[]} row
 * @param {number} width
 */
function padded(row, width) {
  return [...row, ...Array.from({ length: width - row.length }, () => '')];
}

module.exports = { verdictTable };

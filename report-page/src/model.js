/** The report as the page speaks of it: cells by row and column, each with how far it is from its limit. */

import { KINDS, limitKindOf } from './limits.js';
import { upgraded } from './older.js';

/**
 * @typedef {import('./limits.js').Kind} Kind
 *
 * @typedef {object} Metric of contracts/schema/report.schema.json
 * @property {string} key
 * @property {number} limit
 * @property {string} pointer
 * @property {'pass' | 'fail' | 'inconclusive' | 'invalid' | null} verdict
 * @property {number | null} measured
 * @property {number[]} earlier
 * @property {[number | null, number | null]} interval
 * @property {number} blocks
 * @property {Record<string, number>} leftOut
 *
 * @typedef {object} Cell a subject held against a reference on one workload
 * @property {string} id
 * @property {string} row
 * @property {string} subject
 * @property {string | null} reference
 * @property {string} workload
 * @property {any} comparison of the schema
 * @property {any} series of node/harness/src/reports/page-series.js
 *
 * @typedef {object} Model
 * @property {any} report of the schema's present version
 * @property {Cell[]} cells
 * @property {string[]} rows
 * @property {string[]} workloads
 * @property {string[]} reasons that blocks are left out for
 * @property {string | null} missing why there are no blocks
 * @property {number[]} beyond
 */

/** @typedef {'fail' | 'inconclusive' | 'invalid' | 'pass' | 'none'} Mark */

/** @type {Record<Mark, { sign: string, word: string }>} */
export const MARKS = {
  fail: { sign: '✕', word: 'does not hold' },
  inconclusive: { sign: '?', word: 'undecided' },
  invalid: { sign: '!', word: 'not to be trusted' },
  pass: { sign: '', word: 'holds' },
  none: { sign: '', word: 'not judged' },
};

/**
 * @param {any} data what the harness has put into the page
 * @returns {Model}
 */
export function modelOf({ report: written, series }) {
  const report = upgraded(written);
  const comparisons = report.gate?.comparisons ?? [];
  const several = subjectsWithSeveral(comparisons);
  /** @type {Cell[]} */
  const cells = comparisons.map((/** @type {any} */ comparison, /** @type {number} */ at) => {
    const { subject, reference, workload } = comparison;
    const row =
      several.has(subject) && reference !== null ? `${subject} beside ${reference}` : subject;
    const id = `${row} ${workload}`;
    return { id, row, subject, reference, workload, comparison, series: series.comparisons[at] };
  });
  return {
    report,
    cells,
    rows: distinct(cells.map(({ row }) => row)),
    workloads: distinct(cells.map(({ workload }) => workload)),
    reasons: series.reasons,
    missing: series.missing,
    beyond: series.beyond,
  };
}

/**
 * @template T
 * @param {T[]} values
 * @returns {T[]}
 */
export function distinct(values) {
  return [...new Set(values)];
}

/** @param {any[]} comparisons */
function subjectsWithSeveral(comparisons) {
  const references = new Map();
  for (const { subject, reference } of comparisons) {
    if (reference === null) continue;
    references.set(subject, new Set(references.get(subject)).add(reference));
  }
  const several = [...references].filter(([, own]) => own.size > 1);
  return new Set(several.map(([subject]) => subject));
}

/**
 * @param {Cell} cell
 * @param {Kind} kind
 * @returns {Metric | undefined} where there are several, the one that is worst
 */
export function metricOfKind({ comparison }, kind) {
  const own = comparison.metrics.filter(
    (/** @type {Metric} */ { key }) => limitKindOf(key).kind === kind,
  );
  const nearest = own.toSorted(
    (/** @type {Metric} */ a, /** @type {Metric} */ b) => (headroom(a) ?? 0) - (headroom(b) ?? 0),
  );
  return nearest.find(isOpen) ?? nearest[0];
}

/** @param {Metric} metric */
function isOpen({ verdict }) {
  return verdict !== 'pass' && verdict !== null;
}

/**
 * How far a metric is from its limit.
 *
 * @param {Metric} metric
 * @returns {number | null} 0 at the limit, 1 twice as good as it must be, -0.5 half as good
 */
export function headroom({ key, limit, measured }) {
  return measured === null ? null : roomOf(key, limit, measured);
}

/**
 * @param {string} key
 * @param {number} limit
 * @param {number} value
 * @returns {number}
 */
export function roomOf(key, limit, value) {
  return (limitKindOf(key).sense === 'min' ? value / limit : limit / value) - 1;
}

/**
 * @param {Cell} cell
 * @param {Kind} kind
 * @returns {Mark}
 */
export function markOf({ comparison, ...cell }, kind) {
  if (comparison.faults.length + comparison.drifts.length > 0) return 'fail';
  const metric = metricOfKind({ comparison, ...cell }, kind);
  if (metric?.verdict) return metric.verdict;
  if (comparison.metrics.length === 0 && comparison.verdict) return comparison.verdict;
  return comparison.invalid && !metric ? 'invalid' : 'none';
}

/**
 * @param {Model} model
 * @returns {Record<Mark, number>} how many limits there are of each verdict
 */
export function countMarks({ cells }) {
  const counts = { fail: 0, inconclusive: 0, invalid: 0, pass: 0, none: 0 };
  for (const { comparison } of cells) {
    for (const { verdict } of comparison.metrics) {
      counts[/** @type {Mark} */ (verdict ?? 'none')] += 1;
    }
  }
  return counts;
}

/**
 * @param {Cell} cell
 * @returns {Mark} the worst of its kinds
 */
export function worstMark(cell) {
  const own = KINDS.map((kind) => markOf(cell, kind));
  const order = /** @type {const} */ (['fail', 'invalid', 'inconclusive', 'pass', 'none']);
  return order.find((mark) => own.includes(mark)) ?? 'none';
}

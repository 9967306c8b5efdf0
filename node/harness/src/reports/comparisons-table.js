/** The table of stacks beside one another: what each did, and their ratio. */
'use strict';

const { columns } = require('./columns');
const { figure, millis } = require('./figures');
const { safeText } = require('./safe-text');

/** @typedef {import('./report').Comparison} Comparison */
/** @typedef {NonNullable<Comparison['figures']>['subject']} Figures */

const NONE = '-';
const HEAD = ['requests/s', 'p50, ms', 'p99, ms', 'CPU µs/request'];

/**
 * @param {Comparison[]} comparisons
 * @returns {string}
 */
function comparisonsTable(comparisons) {
  return comparisons.map(comparisonBlock).join('\n\n');
}

/** @param {Comparison} comparison */
function comparisonBlock({ problem, figures, ...about }) {
  const { subject, reference, workload, connections, measured, range, blocks, byCpuTime } = about;
  const title = `${workload}, ${connections} connections`;
  if (figures === null || measured === null || range === null) {
    return safeText(`${title}: ${subject} beside ${reference}: ${problem}`);
  }
  const within = `${range[0].toFixed(3)} to ${range[1].toFixed(3)}, ${blocks} blocks`;
  const byCpu = byCpuTime === null ? '' : `; by CPU time per request ${byCpuTime.toFixed(3)}`;
  return [
    ...columns([
      [title, ...HEAD],
      [subject, ...cells(figures.subject)],
      [reference, ...cells(figures.reference)],
    ]),
    `throughput ${subject} / ${reference}: ${measured.toFixed(3)} (${within})${byCpu}`,
  ].join('\n');
}

/**
 * @param {Figures} figures
 * @returns {string[]}
 */
function cells({ requestsPerSecond, latencyMicros: { p50, p99 }, cpuMicrosPerRequest }) {
  const cell = (
    /** @type {number | null} */ value,
    /** @type {(value: number) => string} */ write,
  ) => (value === null ? NONE : write(value));
  return [
    figure(requestsPerSecond),
    cell(p50, millis),
    cell(p99, millis),
    cell(cpuMicrosPerRequest, figure),
  ];
}

module.exports = { comparisonsTable };

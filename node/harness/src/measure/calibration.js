/** Makes limits of what was measured: the median ratio to the yardstick, with a stated slack. */
'use strict';

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Limits} Limits
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {import('./cell').CellOutcome} CellOutcome
 */

/**
 * @typedef {object} Calibrated
 * @property {{ stack: string, workload: string, limits: Limits }[]} entries
 * @property {string[]} left what got no limit, with the reason
 */

/**
 * A p99 of 2,000 requests rests on its 20 slowest: from block to block it moves by some ten per cent where
 * throughput moves by three, and from machine to machine by more. What a p99 has to catch, a server that stalls,
 * is a matter of times and not of per cent.
 */
const P99_SLACKS = 5;
const DIGITS = 3;

/**
 * @param {Variant[]} subjects
 * @param {Contract[]} contracts
 * @param {number} blocks how many are measured, whatever is seen
 * @returns {Thresholds} with the yardstick's own figures as limits, so that harms are ratios to it
 */
function unlimited(subjects, contracts, blocks) {
  const limits = { throughputOfYardstickMin: 1, p99OfYardstickMax: 1 };
  const entries = contracts.map(({ workload }) => [workload, limits]);
  return {
    gate: {
      falseAlarm: 0.01,
      missed: 0.05,
      minBlocks: blocks,
      maxBlocks: blocks,
      inconclusive: 'pass',
    },
    regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
    stacks: Object.fromEntries(subjects.map(({ id }) => [id, Object.fromEntries(entries)])),
  };
}

/**
 * @param {CellOutcome[]} cells measured against `unlimited`
 * @param {number} slack share by which throughput may fall; p99 may rise by five times as much
 * @returns {Calibrated}
 */
function limitsFrom(cells, slack) {
  const entries = [];
  const left = [];
  for (const { stack, workload, faults, invalid, metrics, notMeasured } of cells) {
    const why = faults[0] ?? invalid;
    const limits = why ? {} : limitsOfCell(metrics, slack);
    left.push(...notMeasured, ...(why ? [`${stack} ${workload}: ${why}`] : []));
    if (Object.keys(limits).length > 0) entries.push({ stack, workload, limits });
  }
  return { entries, left };
}

/**
 * @param {CellOutcome['metrics']} metrics
 * @param {number} slack
 * @returns {Limits}
 */
function limitsOfCell(metrics, slack) {
  const known = metrics.flatMap(({ key, measured }) => {
    if (measured === null) return [];
    const limit =
      key === 'throughputOfYardstickMin'
        ? rounded(measured * (1 - slack))
        : rounded(measured * (1 + P99_SLACKS * slack));
    return [[key, limit]];
  });
  return Object.fromEntries(known);
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(DIGITS));
}

module.exports = { unlimited, limitsFrom };

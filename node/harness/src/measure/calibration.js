/** Makes limits of what was measured: the median ratio to the yardstick, with a stated slack. */
'use strict';

const { NEVER_STEADY } = require('./never-steady');
const { median } = require('./steady');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('../thresholds/load-thresholds').Limits} Limits
 * @typedef {import('../thresholds/load-thresholds').Thresholds} Thresholds
 * @typedef {import('../thresholds/limits').SliceKind} SliceKind
 * @typedef {import('./cell').CellOutcome} CellOutcome
 */

/**
 * @typedef {object} Calibrated
 * @property {{ stack: string, workload: string, limits: Limits }[]} entries
 * @property {string[]} left what got no limit, with the reason
 */

/**
 * A p99 of a fast server is that of the machine's own stalls: on a virtual machine it moves from block to block by half of itself and
 * more, where throughput moves by a tenth. What a p99 has to catch, a server that stalls, is a matter of times and not of per cent.
 */
const P99_SLACKS = 10;
/** Whose p99 seems to be less than the yardstick's owes that to chance, and is not held to it. */
const P99_RATIO_MIN = 1;
const DIGITS = 3;

/** The yardstick's own figures as limits, so that harms are ratios to it. */
const UNITS = {
  throughput: { throughputOfYardstickMin: 1 },
  p99: { p99OfYardstickMax: 1 },
};

/**
 * @param {Variant[]} subjects
 * @param {Contract[]} contracts
 * @param {{ blocks: number, only?: SliceKind }} how many blocks are measured, whatever is seen; and of what, if not of both
 * @returns {Thresholds} that everything is measured against
 */
function unlimited(subjects, contracts, { blocks, only }) {
  const limits = only ? UNITS[only] : { ...UNITS.throughput, ...UNITS.p99 };
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
 * @param {CellOutcome[][]} rounds each measured against `unlimited`, with processes of its own
 * @param {number} slack share by which throughput may fall; p99 may rise by ten times as much
 * @returns {Calibrated}
 */
function limitsFrom(rounds, slack) {
  const entries = [];
  const left = new Set();
  for (const { stack, workload } of rounds[0]) {
    const cells = rounds.flatMap((round) =>
      round.filter((cell) => cell.stack === stack && cell.workload === workload),
    );
    for (const why of cells.flatMap(whyLeft)) left.add(why);
    const limits = limitsOf(cells, slack);
    if (Object.keys(limits).length > 0) entries.push({ stack, workload, limits });
  }
  return { entries, left: [...left] };
}

/**
 * @param {CellOutcome} cell
 * @returns {string[]}
 */
function whyLeft({ stack, workload, faults, invalid, notMeasured }) {
  const why = faults[0] ?? invalid;
  return [...notMeasured, ...(why ? [`${stack} ${workload}: ${why}`] : [])];
}

/**
 * @param {CellOutcome[]} cells of one stack and workload, one a round
 * @param {number} slack
 * @returns {Limits} what most rounds have measured; none of what was wrong in any
 */
function limitsOf(cells, slack) {
  if (cells.some(({ faults }) => faults.length > 0)) return {};
  const figures = cells.flatMap(figuresOf);
  const known = ['throughputOfYardstickMin', 'p99OfYardstickMax'].flatMap((key) => {
    const measured = figures.filter((figure) => figure.key === key).map(({ value }) => value);
    if (measured.length <= cells.length / 2) return [];
    const ratio = median(measured);
    const limit =
      key === 'throughputOfYardstickMin'
        ? ratio * (1 - slack)
        : Math.max(P99_RATIO_MIN, ratio) * (1 + P99_SLACKS * slack);
    return [[key, rounded(limit)]];
  });
  return Object.fromEntries(known);
}

/**
 * @param {CellOutcome} cell
 * @returns {{ key: string, value: number }[]}
 */
function figuresOf({ invalid, metrics }) {
  // A server that was never steady has no figure; one metric that the machine spoilt leaves the other.
  if (invalid?.startsWith(NEVER_STEADY)) return [];
  const trusted = metrics.filter(({ verdict }) => verdict !== 'invalid');
  return trusted.flatMap(({ key, measured }) =>
    measured === null ? [] : [{ key, value: measured }],
  );
}

/** @param {number} value */
function rounded(value) {
  return Number(value.toPrecision(DIGITS));
}

module.exports = { unlimited, limitsFrom };

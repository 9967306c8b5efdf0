/** What a judged run says in a report: of each stack its figures, and the verdicts. */
'use strict';

const { stackReport } = require('./stack-report');

/**
 * @typedef {import('../measure/gate').GateOutcome} GateOutcome
 * @typedef {import('../measure/gate').GateOptions} GateOptions
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {import('./report').GateReport} GateReport
 * @typedef {import('./report').StackReport} StackReport
 */

/**
 * @param {GateOutcome} measured
 * @param {Pick<GateOptions, 'variants' | 'thresholds' | 'blocksFile'>} run
 * @returns {{ stacks: StackReport[], gate: GateReport }}
 */
function gateReport({ arms, ...outcome }, { variants, thresholds, blocksFile }) {
  const { inconclusive } = thresholds.gate;
  const stacks = arms.map(({ id, notRun, ...found }) => {
    const variant = /** @type {Variant} */ (variants.find((each) => each.id === id));
    return { ...stackReport(variant, notRun), ...found };
  });
  return { stacks, gate: { ...outcome, inconclusive, blocksFile } };
}

module.exports = { gateReport };

/** What holds where a house has no thresholds.json: the design's figures, and no limits. */
'use strict';

/** @type {import('./load-thresholds').Thresholds} */
const USUAL = {
  gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' },
  regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
  stacks: {},
};

module.exports = { USUAL };

/** Measures the chosen stacks in blocks and judges them, and tells its progress. */
'use strict';

const { gateWithDriver } = require('../measure/gate-with-driver');
const { gateReport } = require('../reports/gate-report');

/**
 * @typedef {import('../measure/gate').GateOptions} GateOptions
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {Omit<GateOptions, 'driverFor' | 'cores' | 'onProgress' | 'onDone'> & { progress: Progress }} JudgedRun
 */

/**
 * @param {Variant[]} subjects
 * @param {JudgedRun} run
 */
async function runJudged(subjects, run) {
  return gateReport(await measureJudged(subjects, run), run);
}

/**
 * @param {Variant[]} subjects
 * @param {JudgedRun} run
 */
async function measureJudged(subjects, { progress, ...run }) {
  try {
    return await gateWithDriver(subjects, {
      ...run,
      onProgress: (what) => progress.now(`measure ${what}`),
      onDone: (what) => progress.done(`measure ${what}`),
    });
  } finally {
    progress.clear();
  }
}

module.exports = { runJudged, measureJudged };

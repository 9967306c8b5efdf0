/** Measures a plan and tells its progress. */
'use strict';

const { measure } = require('../measure/measurement');
const { stackReport } = require('../reports/stack-report');

/**
 * @typedef {import('../measure/measurement').MeasureOptions} MeasureOptions
 * @typedef {import('../measure/measurement').Measured} Measured
 * @typedef {import('../measure/plan').Plan} Plan
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../reports/report').GateReport} GateReport
 * @typedef {import('../reports/report').StackReport} StackReport
 */

/**
 * @param {Plan} plan
 * @param {Omit<MeasureOptions, 'onProgress' | 'onDone' | 'onSoFar'> & { progress: Progress }} run
 * @returns {Promise<{ stacks: StackReport[], gate: GateReport }>}
 */
async function runPlan(plan, { progress, ...run }) {
  try {
    const { servers, ...found } = await measure(plan, {
      ...run,
      onProgress: (what) => progress.now(`measure ${what}`),
      onDone: (what) => progress.done(`measure ${what}`),
      onSoFar: (soFar) => progress.measured(soFar),
    });
    const { inconclusive } = plan.gate;
    const gate = { ...found, inconclusive, blocksFile: run.blocksFile ?? null };
    return { stacks: servers.map((server) => reportOf(server, plan)), gate };
  } finally {
    progress.clear();
  }
}

/**
 * @param {Measured['servers'][number]} server
 * @param {Plan} plan
 * @returns {StackReport}
 */
function reportOf({ id, notRun, ...found }, { groups }) {
  const all = groups.flatMap(({ subjects, reference }) => [
    ...subjects,
    ...(reference ? [reference] : []),
  ]);
  const variant = all.find((each) => each.id === id);
  const about = /** @type {import('../stacks/load-stacks').Variant} */ (variant);
  return { ...stackReport(about, notRun), ...found };
}

module.exports = { runPlan };

/** Measures the chosen workloads on the chosen stacks, one after the other, and tells its progress. */
'use strict';

const { runnable } = require('../contracts/runnable');
const { planCores } = require('../measure/cores');
const { DriverProcess } = require('../measure/driver-process');
const { measureVariant } = require('../measure/measure-variant');
const { count, figure, millis } = require('../reports/figures');
const { whyNotRun } = require('../stacks');
const { stackReport } = require('../reports/stack-report');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../measure/cores').CorePlan} CorePlan
 * @typedef {import('../measure/measure-variant').WorkloadResult} WorkloadResult
 * @typedef {import('../reports/progress').Progress} Progress
 * @typedef {import('../reports/report').StackReport} StackReport
 * @typedef {import('../services/services').Services} Services
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 *
 * @typedef {object} MeasureRun
 * @property {number} seconds of a slice
 * @property {number} [warmUpSeconds] at least
 * @property {Services | null} [services] workloads whose service does not run are left out
 * @property {CorePlan} [cores]
 * @property {Progress} progress
 */

/**
 * @param {Variant[]} variants
 * @param {Contract[]} contracts
 * @param {MeasureRun} run
 * @returns {Promise<StackReport[]>} one for each variant
 */
async function runMeasure(variants, contracts, run) {
  const { seconds, warmUpSeconds = 0, services = null, cores = planCores(), progress } = run;
  const driver = new DriverProcess({ cores: cores.driver });
  const loaded = runnable(contracts, services).filter(({ load }) => load !== undefined);
  const how = { seconds, warmUpSeconds, services, cores, driver };
  const reports = [];
  try {
    for (const [at, variant] of variants.entries()) {
      const position = `measure [${at + 1}/${variants.length}] ${variant.id}`;
      reports.push(await measureOne(variant, loaded, { ...how, progress, position }));
    }
  } finally {
    await driver.stop();
    progress.clear();
  }
  return reports;
}

/**
 * @param {Variant} variant
 * @param {Contract[]} contracts
 * @param {Required<MeasureRun> & { driver: DriverProcess, position: string }} run
 * @returns {Promise<StackReport>}
 */
async function measureOne(variant, contracts, { progress, position, ...how }) {
  const report = stackReport(variant, whyNotRun(variant));
  if (report.notRun !== null) {
    progress.done(`${position} not run: ${report.notRun}`);
    return report;
  }
  const own = contracts.filter(({ workload }) => variant.workloads.includes(workload));
  try {
    const measured = await measureVariant(variant, {
      contracts: own,
      ...how,
      onProgress: (phase, workload = '', result) => {
        if (result) progress.done(`${position} ${workload} ${outcome(result)}`);
        else progress.now(`${position} ${workload} ${phase}`);
      },
    });
    return { ...report, ...measured, stderr: measured.stderr || null };
  } catch (error) {
    progress.say(`${position} failed`);
    return { ...report, problem: /** @type {Error} */ (error).message };
  }
}

/** @param {WorkloadResult} result */
function outcome({ sample, problem }) {
  if (!sample || problem !== null) return `failed: ${problem}`;
  const { p50, p99 } = sample.latencyMicros;
  return [
    `${figure(sample.requestsPerSecond)} requests/s`,
    p50 === null ? '' : `p50 ${millis(p50)} ms`,
    p99 === null ? '' : `p99 ${millis(p99)} ms`,
    sample.errors.total > 0 ? `${count(sample.errors.total)} errors` : '',
  ]
    .filter(Boolean)
    .join(', ');
}

module.exports = { runMeasure };

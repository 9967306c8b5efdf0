/** What one run found, as data: the shape of report.json, and whether the run passed. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { OF_BASE } = require('../measure/plan');

/**
 * @typedef {import('../measure/servers-report').WorkloadResult} WorkloadResult
 * @typedef {{ id: string, description: string, message: string }} FailedCase
 */

/**
 * @typedef {object} CheckResult How a stack stood against the contracts.
 * @property {number} cases how many were run
 * @property {FailedCase[]} failed
 * @property {{ id: string, reason: string }[]} knownFailing failed as the stack had declared
 * @property {string[]} leftBehind what outlived its servers
 * @property {number} seconds
 */

/**
 * @typedef {object} StackReport
 * @property {string} id of the stack or variant
 * @property {string} description
 * @property {string[]} command with which it is started
 * @property {string[]} runtimeOptions that the harness adds
 * @property {string | null} notRun why it was not run
 * @property {string | null} problem why it could not be checked or measured to the end
 * @property {CheckResult | null} check null when it was not asked for
 * @property {Record<string, WorkloadResult> | null} workloads null when measuring was not asked for
 * @property {string[]} leftBehind what outlived the server that was measured
 * @property {string | null} stderr the end of what that server wrote to standard error
 */

/**
 * @typedef {object} ServiceReport
 * @property {import('../services/services').ServiceName} name
 * @property {import('../services/services').Service['source']} source
 * @property {string} description for people: `Redis 7.0.15 (embedded)`
 * @property {string | null} notRun why there is none, so that its workload was not run
 * @property {boolean} required whether that is a failure (LOADLINE_REQUIRE=all)
 */

/**
 * What measuring found: every comparison with its verdict, or its estimates.
 *
 * @typedef {Omit<import('../measure/measurement').Measured, 'servers'> & GateFacts} GateReport
 *
 * @typedef {object} GateFacts
 * @property {'pass' | 'warn' | 'fail'} inconclusive what thresholds.json makes of an inconclusive run
 * @property {string | null} blocksFile where the raw blocks are
 */

/**
 * @typedef {object} Report
 * @property {'2.0' | '2.1'} schemaVersion
 * @property {string} version of loadline
 * @property {'check' | 'measure' | 'start' | 'compare' | 'test'} command
 * @property {string} startedAt
 * @property {number} seconds
 * @property {boolean} passed
 * @property {import('../instruments/machine').Machine} machine
 * @property {{ driver: number[] | null, servers: number[] | null, reason: string | null }} pinning
 * @property {ServiceReport[]} services backing services that were asked for
 * @property {number | null} sliceSeconds
 * @property {string[]} notes what a reader must know of the run
 * @property {StackReport[]} stacks
 * @property {GateReport | null} gate null where nothing was measured
 * @property {{ base: RevisionReport, head: RevisionReport }} [revisions] of a comparison of two
 * @property {{ stack: string, reason: string }[]} [notCompared] stacks of which nothing is said
 */

/** @typedef {{ name: string, commit: string | null }} RevisionReport as it was typed; null for a folder without git */

/** @typedef {'pass' | 'fail' | 'inconclusive' | 'invalid'} Ending of a run */

/**
 * @param {Pick<Report, 'stacks' | 'services' | 'gate'>} report
 * @returns {Ending} pass, if everything that was run behaved, and no limit is known to be passed
 */
function endingOf({ stacks, services, gate }) {
  const own = stacks.filter((stack) => !isOfBase(stack));
  const isFine = own.every((stack) => isSound(stack, judgedIn(gate))) && !services.some(isMissed);
  if (!isFine) return 'fail';
  const verdict = gate?.verdict ?? 'pass';
  // One figure that cannot be trusted among a hundred that pass is told, and is not the run's last word.
  return verdict !== 'fail' && gate?.inconclusive !== 'fail' ? 'pass' : verdict;
}

/**
 * @param {StackReport} stack
 * @returns {boolean} whether it is what head was held against: what is wrong with it is told, and head may be what mends it
 */
function isOfBase({ id }) {
  return id.endsWith(OF_BASE);
}

/**
 * @param {ServiceReport} service
 * @returns {boolean} whether it was required, and is not there
 */
function isMissed({ notRun, required }) {
  return notRun !== null && required;
}

/**
 * @param {Pick<Report, 'gate'>['gate']} gate
 * @returns {Set<string> | null} stacks on workloads on which there is a verdict; null where nothing was judged
 */
function judgedIn(gate) {
  return gate && new Set(gate.comparisons.map(({ subject, workload }) => `${subject} ${workload}`));
}

/**
 * @param {StackReport} stack
 * @param {Set<string> | null} [judged] of these the gate tells
 */
function isSound({ id, problem, check, workloads, leftBehind }, judged = null) {
  const own = Object.entries(workloads ?? {}).filter(([name]) => !judged?.has(`${id} ${name}`));
  const results = own.map(([, result]) => result);
  return (
    problem === null &&
    leftBehind.length === 0 &&
    (check === null || (check.failed.length === 0 && check.leftBehind.length === 0)) &&
    results.every(
      (result) => result.problem === null && (isValid(result) || isUnused(result, judged)),
    )
  );
}

/**
 * A yardstick of which no slice was wanted.
 *
 * @param {WorkloadResult} result
 * @param {Set<string> | null} judged
 */
function isUnused({ sample }, judged) {
  return judged !== null && sample === null;
}

/** @param {WorkloadResult} result */
function isValid({ sample }) {
  return sample !== null && sample.valid > 0 && sample.errors.total === 0;
}

/**
 * @param {string} file
 * @param {Report} report
 */
function writeReport(file, report) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

module.exports = { endingOf, isMissed, isOfBase, judgedIn, writeReport };

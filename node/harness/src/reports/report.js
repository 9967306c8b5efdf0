/** What one run found, as data: the shape of report.json, and whether the run passed. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');

/**
 * @typedef {import('../measure/measure-variant').WorkloadResult} WorkloadResult
 * @typedef {import('../measure/goals').Goal} Goal
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
 * @property {string | null} notRun why it was not run
 * @property {string | null} problem why it could not be checked or measured to the end
 * @property {CheckResult | null} check null when it was not asked for
 * @property {Record<string, WorkloadResult> | null} workloads null when measuring was not asked for
 * @property {string[]} leftBehind what outlived the server that was measured
 */

/**
 * @typedef {object} Report
 * @property {'1.0'} schemaVersion
 * @property {string} version of loadline
 * @property {'check' | 'measure' | 'start'} command
 * @property {string} startedAt
 * @property {number} seconds
 * @property {boolean} passed
 * @property {import('../measure/machine').Machine} machine
 * @property {{ driver: number[] | null, servers: number[] | null, reason: string | null }} pinning
 * @property {string[]} services backing services that took part
 * @property {number | null} sliceSeconds
 * @property {string[]} notes what a reader must know of the run
 * @property {StackReport[]} stacks
 * @property {Goal[]} goals
 */

/**
 * @param {Pick<Report, 'stacks' | 'goals'>} report
 * @returns {boolean} whether everything that was run behaved; speeds are not judged, goals are
 */
function hasPassed({ stacks, goals }) {
  return stacks.every(isSound) && goals.every(holds);
}

/** @param {StackReport} stack */
function isSound({ problem, check, workloads, leftBehind }) {
  const results = Object.values(workloads ?? {});
  return (
    problem === null &&
    leftBehind.length === 0 &&
    (check === null || (check.failed.length === 0 && check.leftBehind.length === 0)) &&
    results.every((result) => result.problem === null && isValid(result))
  );
}

/** @param {WorkloadResult} result */
function isValid({ sample }) {
  return sample !== null && sample.valid > 0 && sample.errors.total === 0;
}

/**
 * @param {Goal} goal
 * @returns {boolean}
 */
function holds({ kind, required, measured }) {
  if (measured === null) return false;
  return kind === 'min' ? measured >= required : measured <= required;
}

/**
 * @param {string} file
 * @param {Report} report
 */
function writeReport(file, report) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}

module.exports = { hasPassed, holds, isSound, writeReport };

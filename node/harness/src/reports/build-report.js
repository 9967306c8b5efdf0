/** Makes a report of what a run found: when, on which machine, on which cores, and whether it passed. */
'use strict';

const { planCores } = require('../instruments/cores');
const { describeMachine } = require('../instruments/machine');
const { endingOf } = require('./report');

/**
 * @typedef {import('./report').Report} Report
 * @typedef {Omit<Report, 'schemaVersion' | 'version' | 'startedAt' | 'seconds' | 'passed' | 'machine' | 'pinning'>} Found
 */

/**
 * @param {{ began: Date, version: string }} run version of loadline
 * @param {Found} found
 * @returns {Report}
 */
function buildReport({ began, version }, found) {
  const { driver, servers, reason } = planCores();
  return {
    schemaVersion: '2.1',
    version,
    startedAt: began.toISOString(),
    seconds: (Date.now() - began.getTime()) / 1000,
    passed: endingOf(found) === 'pass',
    machine: describeMachine(),
    pinning: { driver, servers, reason },
    ...found,
  };
}

module.exports = { buildReport };

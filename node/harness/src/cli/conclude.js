/** What every run ends with: its report, the table, the last word, and the exit code. */
'use strict';

const { version } = require('../../package.json');
const { buildReport } = require('../reports/build-report');
const { lastWord } = require('../reports/last-word');
const { writePage } = require('../reports/page');
const { endingOf, writeReport } = require('../reports/report');
const { serviceReport } = require('../reports/service-report');
const { table } = require('../reports/table');
const { EXIT } = require('./exit-codes');

/**
 * @typedef {import('../reports/build-report').Found} Found
 * @typedef {import('../reports/report').Report} Report
 * @typedef {import('../services/services').Services} Services
 */

const EXIT_OF = {
  pass: EXIT.pass,
  fail: EXIT.fail,
  inconclusive: EXIT.undecided,
  invalid: EXIT.undecided,
};

/**
 * @param {Report['command']} command
 * @param {Partial<Pick<Report, 'stacks' | 'gate' | 'notes'>> & { services?: Services, seconds?: number }} parts
 * @returns {Found}
 */
function found(command, { services, seconds, stacks = [], gate = null, notes = [] }) {
  return {
    command,
    stacks,
    gate,
    notes,
    services: services?.all().map(serviceReport) ?? [],
    sliceSeconds: seconds ?? null,
  };
}

/**
 * @param {Date} began
 * @param {{ report?: string, verbose?: boolean }} options
 * @param {Found} all
 * @returns {number} the exit code
 */
function conclude(began, { report: file, verbose: isVerbose }, all) {
  const report = buildReport({ began, version }, all);
  if (file) writeReport(file, report);
  const page = file ? writePage(file) : undefined;
  process.stdout.write(`${table(report, { isVerbose })}\n`);
  process.stdout.write(`\n${lastWord(report, file, page).join('\n')}\n`);
  return EXIT_OF[endingOf(all)];
}

module.exports = { conclude, found };

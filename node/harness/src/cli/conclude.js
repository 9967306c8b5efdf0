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

/** What a run ends with is to be seen without scrolling; --verbose prints all. */
const SCREEN_ROWS = 40;
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
  const words = ['', ...lastWord(report, file, page)];
  const rows = isVerbose ? Infinity : SCREEN_ROWS - words.length;
  process.stdout.write(`${table(report, { isVerbose, rows, page })}\n`);
  process.stdout.write(`${words.join('\n')}\n`);
  return EXIT_OF[endingOf(all)];
}

module.exports = { conclude, found };

/** Prints a report as Markdown, or tells a step on GitHub what it says. */
'use strict';

const { tellStep } = require('../github/tell-step');
const { readReports } = require('../reports/read-report');
const { summary } = require('../reports/summary');

/**
 * @param {string} file
 * @param {{ github?: boolean }} options
 * @throws {import('../input/invalid-input').InvalidInput} with every problem of the report
 */
function runSummary(file, { github: isStep }) {
  const [report] = readReports([file]);
  const write = (/** @type {string} */ text) => process.stdout.write(text);
  if (isStep) tellStep(report, { env: process.env, folder: process.cwd(), write });
  else write(summary(report));
}

module.exports = { runSummary };

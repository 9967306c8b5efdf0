/** Tells GitHub what a run found: a summary of the step, its outputs, and annotations. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { endingOf } = require('../reports/report');
const { summary } = require('../reports/summary');
const { annotations } = require('./annotations');

/** @typedef {import('../reports/report').Report} Report */

/** More are in the report; an output is for conditions of later steps. */
const CULPRITS_MAX = 50;

/**
 * @param {Report} report
 * @param {{ env: NodeJS.ProcessEnv, folder: string, write: (text: string) => unknown }} step the folder that has thresholds.json
 */
function tellStep(report, { env, folder, write }) {
  const file = path.relative(env.GITHUB_WORKSPACE ?? folder, path.join(folder, 'thresholds.json'));
  for (const line of annotations(report, file)) write(`${line}\n`);
  append(env.GITHUB_STEP_SUMMARY, summary(report));
  append(env.GITHUB_OUTPUT, outputs(report));
}

/** @param {Report} report */
function outputs(report) {
  const culprits = report.gate?.culprits.slice(0, CULPRITS_MAX) ?? [];
  const ending = endingOf(report);
  const verdict = ending === 'fail' ? ending : (report.gate?.verdict ?? ending);
  // JSON has no line breaks of its own, so that no text of the report begins an output.
  return `verdict=${verdict}\nculprits=${JSON.stringify(culprits)}\n`;
}

/**
 * @param {string | undefined} file undefined where it is no step
 * @param {string} text
 */
function append(file, text) {
  if (file) fs.appendFileSync(file, text);
}

module.exports = { tellStep };

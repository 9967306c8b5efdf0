/** What a run found, as workflow commands that GitHub shows beside the change. */
'use strict';

const { messagesOf } = require('../reports/limit-message');
const { endingOf, isOfBase } = require('../reports/report');
const { safeText } = require('../reports/safe-text');

/** @typedef {import('../reports/report').Report} Report */

/** GitHub shows ten of a kind that one step has written. */
const SHOWN_MAX = 10;
const CHARACTERS_MAX = 1_000;
const TITLE_CHARACTERS_MAX = 200;

/**
 * @param {Report} report
 * @param {string} file thresholds.json, as GitHub knows it
 * @returns {string[]} lines, each one workflow command whatever the report's texts are
 */
function annotations(report, file) {
  const isFailed = endingOf(report) !== 'pass';
  const all = [
    ...report.stacks.flatMap((stack) =>
      problemsOf(stack).map((text) => command(isOfBase(stack) ? 'warning' : 'error', text, {})),
    ),
    ...(report.gate?.comparisons ?? []).flatMap((comparison) => {
      const level = comparison.verdict === 'fail' || isFailed ? 'error' : 'warning';
      return messagesOf(comparison).map((text) => command(level, text, { file }));
    }),
  ];
  // Errors before warnings.
  return all.sort().slice(0, SHOWN_MAX);
}

/**
 * @param {import('../reports/report').StackReport} stack
 * @returns {string[]}
 */
function problemsOf({ id, problem, check }) {
  return [
    ...(problem === null ? [] : [`${id}: ${problem}`]),
    ...(check?.failed ?? []).map(({ message }) => message),
  ];
}

/**
 * @param {'error' | 'warning'} level
 * @param {string} text of which the first line is the title
 * @param {Record<string, string>} properties
 */
function command(level, text, properties) {
  const title = safeText(text.split('\n', 1)[0], TITLE_CHARACTERS_MAX);
  const told = Object.entries({ ...properties, title }).map(
    ([name, value]) => `${name}=${property(value)}`,
  );
  return `::${level} ${told.join(',')}::${data(safeText(text, CHARACTERS_MAX))}`;
}

/** @param {string} text */
function data(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** @param {string} text */
function property(text) {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

module.exports = { annotations };

/** The options that commands share, read and refused with a reason. */
'use strict';

const { InvalidArgumentError, Option } = require('commander');

const SECONDS_DEFAULT = 1.5;
const SECONDS_MIN = 0.1;
const SECONDS_MAX = 600;
const REPORT_DEFAULT = 'report.json';

/** @typedef {{ stack?: string[], workload?: string[] }} Choice */

/** @returns {Option} */
function stackOption() {
  return new Option(
    '--stack <id...>',
    'only these stacks (node/express) or variants (node/express:cluster)',
  );
}

/** @returns {Option} */
function workloadOption() {
  return new Option('--workload <name...>', 'only these workloads (hello, hash, ...)');
}

/** @returns {Option} */
function secondsOption() {
  return new Option('--seconds <number>', 'length of each slice')
    .argParser(seconds)
    .default(SECONDS_DEFAULT);
}

/** @returns {Option} */
function reportOption() {
  return new Option('--report <file>', 'where the report goes').default(REPORT_DEFAULT);
}

/**
 * @param {string} typed
 * @returns {number}
 */
function seconds(typed) {
  const value = Number(typed);
  if (typed.trim() !== '' && value >= SECONDS_MIN && value <= SECONDS_MAX) return value;
  throw new InvalidArgumentError(`Expected a number from ${SECONDS_MIN} to ${SECONDS_MAX}.`);
}

module.exports = { stackOption, workloadOption, secondsOption, reportOption };

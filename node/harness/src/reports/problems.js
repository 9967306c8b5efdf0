/** What went wrong in a run, besides the limits that the gate tells of. */
'use strict';

const { count } = require('./figures');
const { isMissed, judgedIn } = require('./report');

/**
 * @typedef {import('../drivers/tally').Sample} Sample
 * @typedef {import('./report').Report} Report
 * @typedef {import('./report').StackReport} StackReport
 */

/**
 * @param {Pick<Report, 'stacks' | 'services' | 'gate'>} report
 * @returns {string[]} each named by its stack; it may have several lines
 */
function problemsOf({ stacks, services, gate }) {
  const missed = services.filter(isMissed).map(({ notRun }) => String(notRun));
  const judged = judgedIn(gate) ?? new Set();
  return [...missed, ...stacks.flatMap((stack) => problemsOfStack(stack, judged))];
}

/**
 * @param {StackReport} stack
 * @param {Set<string>} judged stacks on workloads of which the gate has told what is wrong
 * @returns {string[]}
 */
function problemsOfStack({ id, problem, check, workloads, leftBehind }, judged) {
  const left = [...(check?.leftBehind ?? []), ...leftBehind];
  const own = Object.entries(workloads ?? {}).filter(([name]) => !judged.has(`${id} ${name}`));
  return [
    ...(problem === null ? [] : [`${id}: ${problem}`]),
    ...(check?.failed ?? []).map((failed) => failed.message),
    ...left.map((what) => `${id} left behind: ${what}`),
    ...own.flatMap(([name, { problem: why, sample }]) => [
      ...(why === null ? [] : [`${id} ${name}: ${why}`]),
      ...(sample ? errorLines(`${id} ${name}`, sample) : []),
    ]),
  ];
}

/**
 * @param {string} name
 * @param {Sample} sample
 */
function errorLines(name, { errors, valid }) {
  const kinds = Object.entries(errors.kinds).map(
    ([kind, { count: times, examples }]) =>
      `${name}: ${count(times)} errors (${kind}): ${examples[0]}`,
  );
  return valid === 0 ? [...kinds, `${name}: no right answer at all`] : kinds;
}

module.exports = { problemsOf };

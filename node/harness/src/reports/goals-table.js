/** The table of goals: what is required, what was measured, and whether it holds. */
'use strict';

const { columns } = require('./columns');
const { holds } = require('./report');
const { safeText } = require('./safe-text');

/** @typedef {import('./report').Goal} Goal */

/**
 * @param {Goal[]} goals
 * @returns {string}
 */
function goalsTable(goals) {
  const rows = goals.map((goal) => [
    goal.subject,
    goal.what,
    required(goal),
    goal.measured === null ? '-' : goal.measured.toFixed(3),
    goal.range === null ? '-' : `${goal.range[0].toFixed(3)} to ${goal.range[1].toFixed(3)}`,
    String(goal.blocks),
    goal.byCpuTime === null ? '-' : goal.byCpuTime.toFixed(3),
    holds(goal) ? 'yes' : 'NO',
  ]);
  const width = Math.max(...rows.map(([, what]) => what.length), 'goal'.length);
  const head = ['stack', 'goal', 'required', 'measured', 'blocks from', 'n', 'by CPU', 'holds'];
  const aligned = [head, ...rows].map(([first, what, ...rest]) => [
    first,
    what.padEnd(width),
    ...rest,
  ]);
  const problems = goals.filter(({ problem }) => problem !== null);
  return [
    ...columns(aligned),
    ...problems.map(({ subject, what, problem }) => safeText(`${subject} ${what}: ${problem}`)),
  ].join('\n');
}

/** @param {Goal} goal */
function required({ least, most }) {
  return least === null ? `<= ${most.toFixed(2)}` : `${least.toFixed(2)} to ${most.toFixed(2)}`;
}

module.exports = { goalsTable };

/** Cuts what a run ends with down to a screen: what is long gives way to what is short. */
'use strict';

const COLUMNS = 120;
const LINE_ROWS_MAX = 2;
/** A title, a line of it, and the one that says that more was left out. */
const SECTION_ROWS_MIN = 3;

/**
 * Every section keeps as many rows as there are for each when all are given the same, which short ones do not need.
 *
 * @param {string[][]} sections in the order in which they are printed; a line may hold several
 * @param {number} rows that there are for all
 * @param {string} where the rest is, such as `report.html has all`
 * @returns {string[]} lines; a section that was cut says how much is missing
 */
function fitScreen(sections, rows, where) {
  const whole = sections.map((lines) => lines.flatMap((line) => line.split('\n')));
  if (rowsOf(whole.flat()) <= rows) return whole.flat();
  const short = whole.map((lines) => lines.map(shortened));
  const cap = capOf(short.map(rowsOf), rows);
  return short.flatMap((lines) => cut(lines, cap, where));
}

/**
 * @param {string[]} lines
 * @returns {number} of a terminal
 */
function rowsOf(lines) {
  return lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / COLUMNS)), 0);
}

/** @param {string} line */
function shortened(line) {
  const most = LINE_ROWS_MAX * COLUMNS;
  return line.length > most ? `${line.slice(0, most - 3)}...` : line;
}

/**
 * @param {number[]} needed by each section
 * @param {number} rows
 * @returns {number} the most rows that each may have
 */
function capOf(needed, rows) {
  const taken = (/** @type {number} */ most) =>
    needed.reduce((sum, own) => sum + Math.min(own, most), 0);
  let cap = Math.max(0, ...needed);
  while (cap > SECTION_ROWS_MIN && taken(cap) > rows) cap--;
  return cap;
}

/**
 * @param {string[]} lines
 * @param {number} cap
 * @param {string} where
 */
function cut(lines, cap, where) {
  if (rowsOf(lines) <= cap) return lines;
  const end = lines.at(-1) === '' ? [''] : [];
  let kept = lines.length - end.length;
  while (kept > 0 && rowsOf(lines.slice(0, kept)) > cap - 1 - end.length) kept--;
  const left = lines.slice(kept).filter((line) => line !== '').length;
  return [...lines.slice(0, kept), `  and ${left} more lines (${where})`, ...end];
}

module.exports = { fitScreen, rowsOf };

/** Sets cells under one another. */
'use strict';

const GAP = 2;

/**
 * @param {string[][]} rows of equal length; the first cell is set left, the others right
 * @returns {string[]} lines
 */
function columns(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map(([first, ...rest]) => {
    const cells = rest.map((cell, at) => cell.padStart(widths[at + 1] + GAP));
    return `${first.padEnd(widths[0])}${cells.join('')}`.trimEnd();
  });
}

module.exports = { columns };

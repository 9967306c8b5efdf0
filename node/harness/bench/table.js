/** Prints what a benchmark found, line by line or as a table. */
'use strict';

/** @param {string[][]} rows */
function printTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
    );
    print(cells.join('  '));
  }
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

module.exports = { print, printTable };

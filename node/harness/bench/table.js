/** Prints what a benchmark found, line by line or as a table. */
'use strict';

const { columns } = require('../src/reports/columns');

/** @param {string[][]} rows */
function printTable(rows) {
  for (const line of columns(rows)) print(line);
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`);
}

module.exports = { print, printTable };

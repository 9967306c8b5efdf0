/** Reads a report.json that some run has written, here or elsewhere. */
'use strict';

const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');

const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/report.schema.json');

/** @typedef {import('./summary').Report} Report */

/**
 * @param {string[]} files
 * @returns {Report[]}
 * @throws {InvalidInput} with every problem of all files
 */
function readReports(files) {
  const check = reportCheck();
  const read = files.map((file) => {
    const { value, problems } = readJson(file, file);
    return { value, problems: problems.length > 0 ? problems : check(value, file) };
  });
  const all = read.flatMap(({ problems }) => problems);
  if (all.length > 0) throw new InvalidInput(all);
  return read.map(({ value }) => value);
}

/**
 * @param {unknown} value
 * @param {string} name what to call it in a problem
 * @returns {Report} the same
 * @throws {InvalidInput} with every problem
 */
function checkReport(value, name) {
  const problems = reportCheck()(value, name);
  if (problems.length > 0) throw new InvalidInput(problems);
  return /** @type {Report} */ (value);
}

function reportCheck() {
  return schemaCheck(SCHEMA, { beside: ['sample.schema.json'] });
}

module.exports = { checkReport, readReports };

/** Reads a report.json that some run has written, here or elsewhere. */
'use strict';

const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');

const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/report.schema.json');

/**
 * @param {string[]} files
 * @returns {import('./report').Report[]}
 * @throws {InvalidInput} with every problem of all files
 */
function readReports(files) {
  const check = schemaCheck(SCHEMA, { beside: ['sample.schema.json'] });
  const read = files.map((file) => {
    const { value, problems } = readJson(file, file);
    return { value, problems: problems.length > 0 ? problems : check(value, file) };
  });
  const all = read.flatMap(({ problems }) => problems);
  if (all.length > 0) throw new InvalidInput(all);
  return read.map(({ value }) => value);
}

module.exports = { readReports };

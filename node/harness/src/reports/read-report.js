/** Reads a report.json that some run has written, here or elsewhere. */
'use strict';

const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');

/** @typedef {import('../input/invalid-input').Problem} Problem */

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
const SCHEMA = path.join(SCHEMAS, 'report.schema.json');
const OLDER = path.join(SCHEMAS, 'report-1.schema.json');

/** @typedef {import('./report').Report} Report */

/**
 * @param {string[]} files
 * @returns {Report[]}
 * @throws {InvalidInput} with every problem of all files
 */
function readReports(files) {
  return readAll(files, reportCheck());
}

/**
 * Refuses what no page can be made of; reports of older versions are taken.
 *
 * @param {string[]} files
 * @throws {InvalidInput} with every problem of all files
 */
function refuseUnshowable(files) {
  const present = reportCheck();
  const older = schemaCheck(OLDER);
  readAll(files, (value, file) => {
    const version = value?.schemaVersion;
    if (typeof version !== 'string') return [noReport(file)];
    const problems = (version.startsWith('1.') ? older : present)(value, file);
    const ofVersion = problems.filter(({ pointer }) => pointer === '/schemaVersion');
    // Of another version, all else may be otherwise too.
    return ofVersion.length > 0 ? ofVersion : problems;
  });
}

/**
 * @param {string[]} files
 * @param {(value: any, file: string) => Problem[]} check
 * @returns {any[]}
 */
function readAll(files, check) {
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

/** @param {string} file */
function noReport(file) {
  const expected = 'a report that loadline has written, with its schemaVersion';
  return { file, pointer: '', expected, actual: 'JSON of another kind' };
}

module.exports = { checkReport, readReports, refuseUnshowable };

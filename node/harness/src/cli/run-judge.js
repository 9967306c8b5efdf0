/** Judges recorded harms: from a file, or from standard input, to a verdict as JSON. */
'use strict';

const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');
const { judge } = require('../judge/judge');

const STANDARD_INPUT = '-';
const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/harms.schema.json');

/**
 * @param {string} file as typed; `-` for standard input
 * @returns {import('../judge/judge').Judged}
 * @throws {InvalidInput} with every problem of the file
 */
function runJudge(file) {
  const name = file === STANDARD_INPUT ? '(standard input)' : file;
  const { value, problems } = readJson(file === STANDARD_INPUT ? 0 : file, name);
  const all = problems.length > 0 ? problems : schemaCheck(SCHEMA)(value, name);
  if (all.length > 0) throw new InvalidInput(all);
  return judge(value);
}

module.exports = { runJudge };

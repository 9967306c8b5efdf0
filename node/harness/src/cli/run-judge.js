/** Judges recorded harms, or the raw blocks of a run under the present thresholds.json, to a verdict as JSON. */
'use strict';

const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');
const { judge } = require('../judge/judge');
const { readRecords } = require('../measure/records');
const { judgeRecords } = require('../measure/verdicts');
const { UsageError } = require('./exit-codes');
const { openHouse } = require('./house');

const STANDARD_INPUT = '-';
const BLOCKS = '.ndjson';
const SCHEMA = path.resolve(__dirname, '../../../../contracts/schema/harms.schema.json');

/**
 * @param {string} file as typed; `-` for standard input; raw blocks where it ends in .ndjson
 * @returns {import('../judge/judge').Judged | import('../measure/verdicts').RunOutcome}
 * @throws {InvalidInput} with every problem of the file
 * @throws {UsageError} raw blocks for which there are no limits
 */
function runJudge(file) {
  return file.endsWith(BLOCKS) ? judgedBlocks(file) : judgedHarms(file);
}

/**
 * @param {string} file
 * @returns {import('../judge/judge').Judged}
 */
function judgedHarms(file) {
  const name = file === STANDARD_INPUT ? '(standard input)' : file;
  const { value, problems } = readJson(file === STANDARD_INPUT ? 0 : file, name);
  const all = problems.length > 0 ? problems : schemaCheck(SCHEMA)(value, name);
  if (all.length > 0) throw new InvalidInput(all);
  return judge(value);
}

/** @param {string} file */
function judgedBlocks(file) {
  const { thresholds, root } = openHouse();
  const records = readRecords(file);
  if (thresholds === null) throw new UsageError(`there is no thresholds.json in ${root}`);
  const outcome = judgeRecords(records, thresholds);
  if (outcome.comparisons.some(({ verdict }) => verdict !== null)) return outcome;
  throw new UsageError(
    'nothing to judge: thresholds.json has no limits for what these blocks measured',
  );
}

module.exports = { runJudge };

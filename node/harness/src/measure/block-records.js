/** The raw blocks of a run, one line a slice in blocks.ndjson, so that a run can be judged again. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { schemaCheck } = require('../input/schema');

/**
 * One slice of one arm (contracts/schema/block.schema.json).
 *
 * @typedef {object} BlockRecord
 * @property {'1.0'} schemaVersion
 * @property {'node' | 'java'} language
 * @property {string} workload
 * @property {number} process which set of processes, from 1 on: each later one asks again what the one before had alarmed about
 * @property {number} block from 1 on; 0 is the warm-up
 * @property {number} order place of the slice among those of its kind in the block
 * @property {string} arm id of the stack or variant
 * @property {'subject' | 'reference'} role
 * @property {'warm-up' | import('../thresholds/limits').SliceKind} kind
 * @property {import('./conditions').Conditions} conditions
 * @property {string | null} invalid why the slice is not to be trusted
 * @property {string | null} problem what the stack did wrong besides errors of single answers
 * @property {import('./why-invalid').ServedSample | null} sample
 */

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
const SHOWN_PROBLEMS_MAX = 20;

/**
 * @param {string} file is begun anew
 * @returns {{ write: (record: BlockRecord) => void, close: () => void }}
 */
function openBlocks(file) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const descriptor = fs.openSync(file, 'w');
  return {
    // At once: what was measured is there though the run is interrupted.
    write: (record) => fs.writeSync(descriptor, `${JSON.stringify(record)}\n`),
    close: () => fs.closeSync(descriptor),
  };
}

/**
 * @param {string} file
 * @returns {BlockRecord[]} in order
 * @throws {InvalidInput} with what is wrong, by line
 */
function readBlocks(file) {
  const check = schemaCheck(path.join(SCHEMAS, 'block.schema.json'), {
    beside: ['sample.schema.json'],
  });
  const lines = textOf(file).split('\n');
  const read = lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [readLine(line, at, file, check)],
  );
  const problems = read.flatMap((each) => each.problems);
  if (read.length === 0) problems.push(unusable(file, 'a line for each slice', 'nothing'));
  if (problems.length > 0) throw new InvalidInput(problems.slice(0, SHOWN_PROBLEMS_MAX));
  return read.map(({ record }) => record);
}

/**
 * @param {string} file
 * @returns {string}
 */
function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    throw new InvalidInput([unusable(file, 'a readable file', reason)]);
  }
}

/**
 * @param {string} line
 * @param {number} at from 0
 * @param {string} file
 * @param {ReturnType<typeof schemaCheck>} check
 * @returns {{ record: any, problems: import('../input/invalid-input').Problem[] }}
 */
function readLine(line, at, file, check) {
  const name = `${file}:${at + 1}`;
  let record;
  try {
    record = JSON.parse(line);
  } catch (error) {
    const reason = /** @type {Error} */ (error).message;
    return { record: null, problems: [unusable(name, 'JSON', reason)] };
  }
  return { record, problems: check(record, name) };
}

/**
 * @param {string} file
 * @param {string} expected
 * @param {string} actual
 */
function unusable(file, expected, actual) {
  return { file, pointer: '', expected, actual };
}

module.exports = { openBlocks, readBlocks };

/** The recorded runs of a study: one line each, after a first line with the settings that they were made by. */
'use strict';

const fs = require('node:fs');
const { isDeepStrictEqual } = require('node:util');
const { UsageError } = require('loadline/src/cli/exit-codes');
const { InvalidInput } = require('loadline/src/input/invalid-input');

/**
 * @typedef {import('./settings').Settings} Settings
 *
 * @typedef {object} Head the first line
 * @property {'1.0'} schemaVersion
 * @property {Settings} settings
 * @property {string} revision commit of the house from which the copies were made
 *
 * @typedef {{ processor: string, processors: number, node: string }} Machine
 *
 * @typedef {object} Slices of one metric
 * @property {string} workload
 * @property {'throughput' | 'p99'} kind
 * @property {number} leftOut blocks of which a slice was not to be trusted
 * @property {[number[], number[]][]} pairs base's and head's, slice by slice: requests a second, or microseconds
 *
 * @typedef {object} RecordedMetric
 * @property {string} name such as hello.throughput
 * @property {string} verdict
 * @property {number | null} measured ratio of head to base
 * @property {number} blocks pairs of processes
 * @property {number | null} resolves
 *
 * @typedef {object} RecordedRun
 * @property {string} condition
 * @property {number} number
 * @property {number} seed
 * @property {string} began
 * @property {number} minutes
 * @property {number} exitCode
 * @property {string} engine commit of the house that compared
 * @property {Machine} machine a study may go on on another one than it began on
 * @property {string} verdict of the run
 * @property {string[]} named metrics, without their stack
 * @property {string[]} notes why it is invalid, and what was wrong
 * @property {RecordedMetric[]} metrics
 * @property {Slices[]} slices
 *
 * @typedef {{ head: Head | null, runs: RecordedRun[] }} Recorded
 */

const LINE_END = 0x0a;

/**
 * A line at the end that was not written to its end is as if it were not there.
 *
 * @param {string} file
 * @returns {Recorded & { wholeBytes: number }} how much of the file is whole lines
 * @throws {InvalidInput}
 */
function readRecords(file) {
  if (!fs.existsSync(file)) return { head: null, runs: [], wholeBytes: 0 };
  const bytes = fs.readFileSync(file);
  let wholeBytes = bytes.lastIndexOf(LINE_END) + 1;
  const lines = bytes.subarray(0, wholeBytes).toString('utf8').split('\n').slice(0, -1);
  const last = lines.at(-1);
  if (last !== undefined && parsed(last) === undefined) {
    lines.pop();
    wholeBytes -= Buffer.byteLength(last) + 1;
  }
  const values = lines.map((line, i) => {
    const value = parsed(line);
    if (value !== undefined) return value;
    throw new InvalidInput([
      { file: `${file}:${i + 1}`, pointer: '', expected: 'JSON', actual: line.slice(0, 80) },
    ]);
  });
  const [head = null, ...runs] = values;
  return { head, runs, wholeBytes };
}

/** @param {string} line */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * Takes up a study where it stopped.
 *
 * @param {string} file is made where it is not there
 * @param {() => Head} newHead
 * @param {Settings} settings
 * @returns {{ head: Head, runs: RecordedRun[], add: (run: RecordedRun) => void }}
 * @throws {UsageError} the settings are not those of the data
 */
function takeUp(file, newHead, settings) {
  const { head: found, runs, wholeBytes } = readRecords(file);
  if (found !== null && !isDeepStrictEqual(found.settings, settings)) {
    throw new UsageError(
      `${file}\n  expected  data of these settings\n  actual    data of others, which were fixed before it: begin a study of another name`,
    );
  }
  if (fs.existsSync(file)) fs.truncateSync(file, wholeBytes);
  const append = (/** @type {unknown} */ value) => {
    fs.appendFileSync(file, `${JSON.stringify(value)}\n`, { flush: true });
  };
  const head = found ?? newHead();
  if (found === null) append(head);
  return { head, runs, add: append };
}

module.exports = { readRecords, takeUp };

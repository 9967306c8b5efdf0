/** The slices of a run, kept as they come in, and written into blocks.ndjson so that the run can be judged again. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');

/**
 * One slice of one arm (contracts/schema/block.schema.json).
 *
 * @typedef {object} SliceRecord
 * @property {'1.0' | '1.1'} schemaVersion
 * @property {'node' | 'java'} language
 * @property {string} [group] the arms that are alive together; before 1.1 those of one language
 * @property {string} workload
 * @property {number} process which set of processes, from 1 on
 * @property {number} block from 1 on; 0 is the warm-up
 * @property {number} order place of the slice among those of its block
 * @property {string} arm id of the stack or variant
 * @property {'subject' | 'reference'} role
 * @property {'warm-up' | SliceKind} kind
 * @property {import('../instruments/conditions').Conditions} conditions
 * @property {string | null} invalid why the slice is not to be trusted
 * @property {string | null} problem what the stack did wrong besides errors of single answers
 * @property {ServedSample | null} sample
 */

/** @typedef {import('../thresholds/limits').SliceKind} SliceKind */
/** @typedef {import('../drivers/tally').Sample & { server: import('./slice').ServerUse }} ServedSample */
/** @typedef {{ subject: SliceRecord, reference: SliceRecord | null }} Block of one comparison */
/** @typedef {{ group: string, subject: string, workload: string }} Place which slices are a comparison's own */
/** @typedef {{ base: string | null, head: string | null }} Compared commits of a comparison of two; null for a folder without git */

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
const SHOWN_PROBLEMS_MAX = 20;

class Records {
  /** @type {Map<string, Block[]>} by group, subject and workload */
  #blocks = new Map();
  /** @type {SliceRecord[]} */
  #all = [];
  #file;

  /**
   * @param {string | null} [file] is begun anew; each slice is a line of it as soon as its block is there
   * @param {SliceRecord[]} [earlier] of a run that this one goes on with
   * @param {Compared | null} [compared] what the slices are of
   */
  constructor(file = null, earlier = [], compared = null) {
    this.#file = file === null ? null : openFile(file, compared);
    for (const block of blocksIn(earlier)) this.add(block);
  }

  /** @param {SliceRecord[]} block all slices of one block of one workload, or those of its warm-up that had errors */
  add(block) {
    for (const record of block) {
      this.#all.push(record);
      if (this.#file !== null) fs.writeSync(this.#file, `${JSON.stringify(record)}\n`);
      if (record.role !== 'subject') continue;
      this.#of(placeOf(record)).push({ subject: record, reference: referenceOf(record, block) });
    }
  }

  /**
   * @param {Place} place
   * @returns {Block[]} in order of time; those of the warm-up are among them
   */
  blocksOf(place) {
    return this.#blocks.get(keyOf(place)) ?? [];
  }

  /**
   * @param {Pick<Place, 'group' | 'subject'>} server
   * @param {number} process which set of processes
   * @returns {SliceRecord[]} of all its workloads, in order of time
   */
  slicesOf({ group, subject }, process) {
    return this.#all.filter((record) => {
      const place = placeOf(record);
      return (
        record.role === 'subject' &&
        record.process === process &&
        place.group === group &&
        place.subject === subject
      );
    });
  }

  /** @returns {SliceRecord[]} in order of time */
  get all() {
    return this.#all;
  }

  /** @returns {Place[]} in the order in which they came */
  get places() {
    const subjects = this.#all.filter(({ role }) => role === 'subject').map(placeOf);
    return [...new Map(subjects.map((place) => [keyOf(place), place])).values()];
  }

  close() {
    if (this.#file !== null) fs.closeSync(this.#file);
    this.#file = null;
  }

  /** @param {Place} place */
  #of(place) {
    const key = keyOf(place);
    const blocks = this.#blocks.get(key) ?? [];
    this.#blocks.set(key, blocks);
    return blocks;
  }
}

/**
 * @param {SliceRecord} subject
 * @param {SliceRecord[]} block
 * @returns {SliceRecord | null} what was loaded at the same time; else the only one of the block
 */
function referenceOf({ order }, block) {
  const references = block.filter(({ role }) => role === 'reference');
  return references.find((each) => each.order === order) ?? references[0] ?? null;
}

/**
 * @param {SliceRecord} record
 * @returns {Place}
 */
function placeOf({ group, language, arm, workload }) {
  return { group: group ?? language, subject: arm, workload };
}

/** @param {Place} place */
function keyOf({ group, subject, workload }) {
  return `${group} ${subject} ${workload}`;
}

/**
 * What its slices are of is written down beside it at once: a run that is interrupted has no report that would tell, and the
 * report of the run before is of others.
 *
 * @param {string} file
 * @param {Compared | null} compared
 */
function openFile(file, compared) {
  fs.mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  const opened = fs.openSync(file, 'w');
  if (compared === null) fs.rmSync(comparedFileOf(file), { force: true });
  else fs.writeFileSync(comparedFileOf(file), `${JSON.stringify(compared)}\n`);
  return opened;
}

/**
 * @param {string} file blocks.ndjson of a run
 * @returns {string} such as blocks.of.json
 */
function comparedFileOf(file) {
  return file.replace(/(\.ndjson)?$/, '.of.json');
}

/**
 * @param {string} file blocks.ndjson of a run
 * @returns {Compared | null} null where it is not told: it was no comparison, or one on the JVM, or of an older version
 */
function readCompared(file) {
  const { value, problems } = readJson(comparedFileOf(file), comparedFileOf(file));
  return problems.length > 0 ? null : value;
}

/**
 * @param {string} file blocks.ndjson of a run
 * @returns {Records}
 * @throws {InvalidInput} with what is wrong, by line
 */
function readRecords(file) {
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
  return new Records(
    null,
    read.map(({ record }) => record),
  );
}

/**
 * @param {SliceRecord[]} records
 * @returns {SliceRecord[][]} those of one block of one workload and kind together, in order
 */
function blocksIn(records) {
  /** @type {Map<string, SliceRecord[]>} */
  const blocks = new Map();
  for (const record of records) {
    const { group, language, workload, process, block, kind } = record;
    const key = `${group ?? language} ${workload} ${process} ${block} ${kind}`;
    blocks.set(key, [...(blocks.get(key) ?? []), record]);
  }
  return [...blocks.values()];
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

module.exports = { Records, comparedFileOf, readCompared, readRecords };

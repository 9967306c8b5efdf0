/** Reads thresholds.json, and refuses one that cannot gate with every problem at once. */
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { InvalidInput, pointerTo } = require('../input/invalid-input');
const { readJson } = require('../input/read-json');
const { schemaCheck } = require('../input/schema');

/**
 * @typedef {import('../contracts/load-contracts').Contract} Contract
 * @typedef {import('../input/invalid-input').Problem} Problem
 * @typedef {import('../stacks/load-stacks').Variant} Variant
 * @typedef {Partial<Record<import('./limits').ThresholdKey, number>>} Limits
 */

/**
 * @typedef {object} Gate how sure the gate must be
 * @property {number} falseAlarm
 * @property {number} missed
 * @property {number} [minBlocks]
 * @property {number} maxBlocks
 * @property {'pass' | 'warn' | 'fail'} inconclusive
 * @property {string[]} [p99Workloads] whose p99 every run judges (all); the others are left to --full
 */

/** @typedef {{ throughputLossMax: number, p99IncreaseMax: number }} Regression shares */

/**
 * @typedef {object} Thresholds
 * @property {Gate} gate
 * @property {Regression & { stacks?: Record<string, Partial<Regression>> }} regression by how much one revision may be worse than another
 * @property {import('./limits').StackLimits} stacks
 */

/**
 * @typedef {object} House what thresholds.json may speak of
 * @property {string} root
 * @property {Variant[]} variants
 * @property {Contract[]} contracts
 */

const FILE = 'thresholds.json';
/** What others are held against has no limits itself. */
const YARDSTICK = '/yardstick';

/**
 * @param {House} house
 * @param {{ strict?: boolean }} [how] strict: every stack and workload must have an entry
 * @returns {Thresholds | null} null where the house has no such file: then nothing gates
 * @throws {InvalidInput} with every problem of the file
 */
function loadThresholds(house, { strict = false } = {}) {
  const file = path.join(house.root, FILE);
  if (!strict && !fs.existsSync(file)) return null;
  const { value, problems } = readJson(file, FILE);
  if (problems.length > 0) throw new InvalidInput(problems);
  const schema = path.join(house.root, 'contracts/schema/thresholds.schema.json');
  const all = [
    ...schemaCheck(schema)(value, FILE),
    ...blockProblems(value),
    ...orphans(value?.stacks, house),
    ...strangers(value?.regression?.stacks, house),
    ...(strict ? missing(value, house) : []),
  ];
  if (all.length > 0) throw new InvalidInput(all);
  return value;
}

/**
 * @param {any} value as it was read: it may be anything
 * @returns {Problem[]}
 */
function blockProblems(value) {
  const { minBlocks, maxBlocks } = value?.gate ?? {};
  if (!(minBlocks > maxBlocks)) return [];
  return [problem(['gate', 'minBlocks'], `at most maxBlocks, which is ${maxBlocks}`, minBlocks)];
}

/**
 * @param {unknown} stacks
 * @param {House} house
 * @returns {Problem[]} entries of which nothing is measured
 */
function orphans(stacks, house) {
  return entriesOf(stacks).flatMap(([id, entry]) => {
    const variant = house.variants.find((each) => each.id === id);
    if (!variant) return [problem(['stacks', id], `a stack that is listed: ${known(house)}`, id)];
    if (isYardstick(id)) {
      return [problem(['stacks', id], 'no entry: a yardstick is what others are held against', id)];
    }
    const workloads = measuredWorkloads(variant, house);
    return entriesOf(entry)
      .filter(([workload]) => !workloads.includes(workload))
      .map(([workload]) => {
        const expected = `a workload on which ${id} is measured: ${workloads.join(', ')}`;
        return problem(['stacks', id, workload], expected, workload);
      });
  });
}

/**
 * @param {unknown} stacks that allow themselves other figures
 * @param {House} house
 * @returns {Problem[]} those that there are not
 */
function strangers(stacks, house) {
  const ids = house.variants.map(({ stack }) => stack.id);
  return entriesOf(stacks)
    .filter(([id]) => !ids.includes(id))
    .map(([id]) =>
      problem(['regression', 'stacks', id], `a stack that is listed: ${known(house)}`, id),
    );
}

/**
 * @param {any} value
 * @param {House} house
 * @returns {Problem[]} what is measured and has no entry; a variant may go without
 */
function missing(value, house) {
  return subjects(house).flatMap((variant) =>
    measuredWorkloads(variant, house)
      .filter((workload) => value?.stacks?.[variant.id]?.[workload] === undefined)
      .map((workload) => {
        const expected = `limits, because ${variant.id} speaks ${workload} (loadline calibrate writes them)`;
        return problem(['stacks', variant.id, workload], expected, undefined);
      }),
  );
}

/**
 * @param {Pick<House, 'variants'>} house
 * @returns {Variant[]} the stacks that are held against a yardstick
 */
function subjects({ variants }) {
  return variants.filter(({ id, stack }) => id === stack.id && !isYardstick(id));
}

/** @param {string} id */
function isYardstick(id) {
  return id.endsWith(YARDSTICK);
}

/**
 * @param {Variant} variant
 * @param {House} house
 * @returns {string[]} those of its workloads that are loaded
 */
function measuredWorkloads({ workloads }, { contracts }) {
  const loaded = contracts.filter(({ load }) => load !== undefined);
  return loaded.map(({ workload }) => workload).filter((name) => workloads.includes(name));
}

/** @param {House} house */
function known({ variants }) {
  return variants.map(({ id }) => id).join(', ');
}

/**
 * @param {unknown} value
 * @returns {[string, any][]} none where it is no object, which the schema tells
 */
function entriesOf(value) {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/**
 * @param {string[]} keys
 * @param {string} expected
 * @param {unknown} actual
 * @returns {Problem}
 */
function problem(keys, expected, actual) {
  const shown = actual === undefined ? 'nothing' : JSON.stringify(actual);
  return { file: FILE, pointer: pointerTo(...keys), expected, actual: shown };
}

module.exports = { FILE, loadThresholds, isYardstick };

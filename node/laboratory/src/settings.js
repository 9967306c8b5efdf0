/** Reads the settings of a study, and says which of its runs is when. */
'use strict';

const path = require('node:path');
const { InvalidInput, pointerTo } = require('loadline/src/input/invalid-input');
const { readJson } = require('loadline/src/input/read-json');
const { schemaCheck } = require('loadline/src/input/schema');
const { randomFrom, shuffled } = require('loadline/src/measure/shuffle');

/**
 * @typedef {import('loadline/src/input/invalid-input').Problem} Problem
 *
 * @typedef {object} Condition
 * @property {string} name
 * @property {string} stack
 * @property {string[]} workloads
 * @property {number} runs
 * @property {import('./plants/plant').Plant} [plant] nothing is changed without
 * @property {string[]} [expects] metrics of which one has to be named; none may be without
 *
 * @typedef {object} Settings
 * @property {string} description
 * @property {number} seed
 * @property {number} minutes one comparison may take
 * @property {Condition[]} conditions
 *
 * @typedef {{ condition: string, number: number, seed: number }} Run number: from 1 on, of its condition
 */

const SCHEMA = path.join(__dirname, 'settings.schema.json');

/**
 * @param {string} file
 * @returns {Settings}
 * @throws {InvalidInput} with every problem
 */
function loadSettings(file) {
  const { value, problems } = readJson(file, file);
  const found = problems.length > 0 ? problems : schemaCheck(SCHEMA)(value, file);
  if (found.length === 0) found.push(...unfit(value, file));
  if (found.length > 0) throw new InvalidInput(found);
  return value;
}

/**
 * @param {Settings} settings
 * @param {string} file
 * @returns {Problem[]}
 */
function unfit({ conditions }, file) {
  return conditions.flatMap(({ name, workloads, plant, expects = [] }, i) => {
    const at = (/** @type {(string | number)[]} */ ...keys) => pointerTo('conditions', i, ...keys);
    /** @type {Problem[]} */
    const problems = [];
    if (conditions.findIndex((other) => other.name === name) < i) {
      problems.push({ file, pointer: at('name'), expected: 'a name of its own', actual: name });
    }
    if (plant !== undefined && plant.share > 0 && expects.length === 0) {
      const expected = 'the metrics that have to be named';
      problems.push({ file, pointer: at('expects'), expected, actual: 'nothing' });
    }
    if (plant?.share === 0 && expects.length > 0) {
      const expected = 'nothing: a share of 0 harms nothing';
      problems.push({ file, pointer: at('expects'), expected, actual: expects.join(', ') });
    }
    expects.forEach((metric, j) => {
      if (workloads.includes(metric.split('.')[0])) return;
      const expected = `a metric of ${workloads.join(' or ')}`;
      problems.push({ file, pointer: at('expects', j), expected, actual: metric });
    });
    return problems;
  });
}

/**
 * A round holds each condition once, in random order: whenever one stops, all conditions have about as many runs, and what the machine does in an hour is
 * done to all of them.
 *
 * @param {Settings} settings
 * @returns {Run[]} in order
 */
function orderOf({ seed, conditions }) {
  const random = randomFrom(seed);
  const most = Math.max(...conditions.map(({ runs }) => runs));
  const rounds = Array.from({ length: most }, (_, i) => {
    const left = conditions.filter(({ runs }) => runs > i);
    return shuffled(left, random).map(({ name }) => ({ condition: name, number: i + 1 }));
  });
  return rounds.flat().map((run, i) => ({ ...run, seed: seed * 10_000 + i }));
}

/**
 * @param {Settings} settings
 * @param {{ condition: string, number: number }[]} done
 * @returns {Run[]} in order
 */
function runsLeft(settings, done) {
  const keyOf = (/** @type {{ condition: string, number: number }} */ run) =>
    `${run.condition} ${run.number}`;
  const keys = new Set(done.map(keyOf));
  return orderOf(settings).filter((run) => !keys.has(keyOf(run)));
}

module.exports = { loadSettings, orderOf, runsLeft };

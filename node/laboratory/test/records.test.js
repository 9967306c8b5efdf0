'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { readRecords, takeUp } = require('../src/records');
const { smallSettings } = require('./small-house');

/** @type {string} */
let folder;
/** @type {string} */
let file;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'records-'));
  file = path.join(folder, 'runs.ndjson');
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

/** @returns {any} */
function newHead() {
  return { schemaVersion: '1.0', settings: smallSettings(), revision: 'abc' };
}

/** @param {any} [settings] */
function taken(settings = smallSettings()) {
  return takeUp(file, newHead, settings);
}

/** @param {number} number */
function run(number) {
  return /** @type {any} */ ({ condition: 'harmed', number });
}

test('runs that were added are there the next time, after the settings that they were made by', () => {
  const first = taken();
  first.add(run(1));
  first.add(run(2));
  const { head, runs } = taken();
  expect(head).toEqual(newHead());
  expect(runs).toEqual([run(1), run(2)]);
});

test.each([
  ['without its end', '{"condition":"harmed","num'],
  ['that is broken', '{"condition":"har\n'],
])('a last line %s is as if it were not there, and is overwritten', (_what, broken) => {
  taken().add(run(1));
  fs.appendFileSync(file, broken);
  const again = taken();
  expect(again.runs).toEqual([run(1)]);
  again.add(run(2));
  expect(readRecords(file).runs).toEqual([run(1), run(2)]);
});

test('a broken line in between is told by its number', () => {
  taken().add(run(1));
  fs.appendFileSync(file, 'no\n{}\n');
  expect(() => readRecords(file)).toThrow(`${file}:3`);
});

test('data of other settings are not added to', () => {
  taken().add(run(1));
  const other = { ...smallSettings(), seed: 2 };
  expect(() => taken(other)).toThrow('expected  data of these settings');
  expect(readRecords(file).runs).toEqual([run(1)]);
});

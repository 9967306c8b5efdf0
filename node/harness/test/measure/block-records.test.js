/** Raw blocks, written and read again. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { openBlocks, readBlocks } = require('../../src/measure/block-records');
const { closedSample, pair, record } = require('./a-block');

/** @type {string} */
let folder;

beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blocks-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('what was written is read again, and obeys its schema', () => {
  const file = path.join(folder, 'deep/blocks.ndjson');
  const records = [...pair(1, closedSample({})), record({ sample: null, problem: 'it ended' })];
  const blocks = openBlocks(file);
  records.forEach((each) => blocks.write(each));
  blocks.close();
  expect(readBlocks(file)).toEqual(records);
});

test('a line that is wrong is told by its number and JSON pointer', () => {
  const file = path.join(folder, 'blocks.ndjson');
  const lines = [record({}), record({ kind: 'latency', sample: { ...closedSample({}), more: 1 } })];
  fs.writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"schema\n`);
  const read = () => readBlocks(file);
  expect(read).toThrow(`${file}:2 /kind\n  expected  one of "warm-up", "throughput", "p99"`);
  expect(read).toThrow(`${file}:2 /sample/more\n  expected  no such key`);
  expect(read).toThrow(`${file}:3 (whole file)\n  expected  JSON`);
});

test('a file that is missing or empty is bad input', () => {
  expect(() => readBlocks(path.join(folder, 'none.ndjson'))).toThrow('a readable file');
  fs.writeFileSync(path.join(folder, 'empty.ndjson'), '\n');
  expect(() => readBlocks(path.join(folder, 'empty.ndjson'))).toThrow('a line for each slice');
});

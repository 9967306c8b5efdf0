/** Raw blocks, written and read again. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { Records, readRecords } = require('../../src/measure/records');
const { closedSample, pair, record } = require('./a-block');

/** @type {string} */
let folder;

beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'blocks-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('what was written is read again, and obeys its schema', () => {
  const file = path.join(folder, 'deep/blocks.ndjson');
  const block = pair(1, closedSample({}));
  const ended = record({ block: 2, sample: null, problem: 'it ended' });
  const records = new Records(file);
  records.add(block);
  records.add([ended]);
  records.close();
  const read = readRecords(file);
  expect(read.all).toEqual([...block, ended]);
  expect(read.blocksOf({ group: 'node', subject: 'node/a', workload: 'hash' })).toEqual([
    { subject: block[0], reference: block[1] },
    { subject: ended, reference: null },
  ]);
});

test('a subject is held against what was loaded at the same time, in a recorded run too', () => {
  const file = path.join(folder, 'blocks.ndjson');
  const slice = (/** @type {any} */ of) => record({ sample: closedSample({}), ...of });
  const block = [
    slice({ order: 0, arm: 'node/yardstick', role: 'reference' }),
    slice({ order: 0, arm: 'node/a' }),
    slice({ order: 1, arm: 'node/b' }),
    slice({ order: 1, arm: 'node/yardstick', role: 'reference' }),
  ];
  const records = new Records(file);
  records.add(block);
  records.close();
  for (const each of [records, readRecords(file)]) {
    const of = (/** @type {string} */ subject) =>
      each.blocksOf({ group: 'node', subject, workload: 'hash' });
    expect(of('node/a')).toEqual([{ subject: block[1], reference: block[0] }]);
    expect(of('node/b')).toEqual([{ subject: block[2], reference: block[3] }]);
  }
});

test('a line that is wrong is told by its number and JSON pointer', () => {
  const file = path.join(folder, 'blocks.ndjson');
  const lines = [record({}), record({ kind: 'latency', sample: { ...closedSample({}), more: 1 } })];
  fs.writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"schema\n`);
  const read = () => readRecords(file);
  expect(read).toThrow(`${file}:2 /kind\n  expected  one of "warm-up", "throughput", "p99"`);
  expect(read).toThrow(`${file}:2 /sample/more\n  expected  no such key`);
  expect(read).toThrow(`${file}:3 (whole file)\n  expected  JSON`);
});

test('a file that is missing or empty is bad input', () => {
  expect(() => readRecords(path.join(folder, 'none.ndjson'))).toThrow('a readable file');
  fs.writeFileSync(path.join(folder, 'empty.ndjson'), '\n');
  expect(() => readRecords(path.join(folder, 'empty.ndjson'))).toThrow('a line for each slice');
});

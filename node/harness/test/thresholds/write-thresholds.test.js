/** What a calibration leaves in thresholds.json. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { withLimits, writeThresholds } = require('../../src/thresholds/write-thresholds');

/** @type {any} */
const BEFORE = {
  gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 20, inconclusive: 'fail' },
  regression: { throughputLossMax: 0.05, p99IncreaseMax: 0.2 },
  stacks: {
    'node/a': {
      hello: { throughputOfYardstickMin: 0.5, requestsPerSecondMin: 100 },
      hash: { p99OfYardstickMax: 3 },
    },
    'java/b': { hello: { throughputOfYardstickMin: 0.7 } },
  },
};

test('limits that were measured are replaced, all others stay', () => {
  const limits = { throughputOfYardstickMin: 0.4, p99OfYardstickMax: 2 };
  const after = withLimits(BEFORE, [{ stack: 'node/a', workload: 'hello', limits }]);
  expect(after).toEqual({
    ...BEFORE,
    stacks: {
      ...BEFORE.stacks,
      'node/a': { hello: { ...limits, requestsPerSecondMin: 100 }, hash: { p99OfYardstickMax: 3 } },
    },
  });
  expect(BEFORE.stacks['node/a'].hello.throughputOfYardstickMin).toBe(0.5);
});

test('a house without thresholds.json gets one, with the usual error rates', () => {
  const after = withLimits(null, []);
  expect(after.gate).toEqual({
    falseAlarm: 0.01,
    missed: 0.05,
    maxBlocks: 40,
    inconclusive: 'warn',
  });
});

test('a line holds an entry, so that a person can compare them', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'thresholds-'));
  writeThresholds(root, BEFORE);
  const text = fs.readFileSync(path.join(root, 'thresholds.json'), 'utf8');
  fs.rmSync(root, { recursive: true });
  expect(JSON.parse(text)).toEqual(BEFORE);
  expect(text).toContain(
    '\n      "hello": { "throughputOfYardstickMin": 0.5, "requestsPerSecondMin": 100 },\n',
  );
  expect(text).toContain('\n  "gate": { "falseAlarm": 0.01, ');
});

test('a list stays on a line', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'thresholds-'));
  const gate = { ...BEFORE.gate, p99Workloads: ['hello', 'cache'] };
  writeThresholds(root, { ...BEFORE, gate });
  const text = fs.readFileSync(path.join(root, 'thresholds.json'), 'utf8');
  fs.rmSync(root, { recursive: true });
  expect(JSON.parse(text)).toEqual({ ...BEFORE, gate });
  expect(text).toContain('\n    "p99Workloads": ["hello", "cache"]\n');
});

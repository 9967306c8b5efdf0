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

const FOR_ANY = { processor: 'P', isForItAlone: false };
const FOR_P = { processor: 'P', isForItAlone: true };

test('limits that were measured are replaced, all others stay', () => {
  const limits = { throughputOfYardstickMin: 0.4, p99OfYardstickMax: 2 };
  const after = withLimits(BEFORE, [{ stack: 'node/a', workload: 'hello', limits }], FOR_ANY);
  expect(after).toEqual({
    ...BEFORE,
    stacks: {
      ...BEFORE.stacks,
      'node/a': { hello: { ...limits, requestsPerSecondMin: 100 }, hash: { p99OfYardstickMax: 3 } },
    },
  });
  expect(BEFORE.stacks['node/a'].hello.throughputOfYardstickMin).toBe(0.5);
});

test('limits of one processor leave those of all others as they are', () => {
  const limits = { throughputOfYardstickMin: 0.6 };
  const after = withLimits(BEFORE, [{ stack: 'node/a', workload: 'hello', limits }], FOR_P);
  expect(after).toEqual({ ...BEFORE, processors: { P: { 'node/a': { hello: limits } } } });
  expect(withLimits(after, [], FOR_ANY)).toEqual(after);
});

test('limits of one processor are those of all where there are none yet', () => {
  const limits = { throughputOfYardstickMin: 0.6 };
  const after = withLimits(BEFORE, [{ stack: 'node/a', workload: 'echo', limits }], FOR_P);
  expect(after.stacks['node/a'].echo).toEqual(limits);
  expect(after.processors).toEqual({ P: { 'node/a': { echo: limits } } });
});

test('what is measured for all is not hidden by what that processor had of its own', () => {
  const own = { throughputOfYardstickMin: 0.6, p99OfYardstickMax: 4 };
  const before = {
    ...BEFORE,
    processors: {
      P: { 'node/a': { hello: own }, 'java/b': { hello: { throughputOfYardstickMin: 0.9 } } },
      Q: { 'node/a': { hello: own } },
    },
  };
  const limits = { throughputOfYardstickMin: 0.4 };
  const entries = ['node/a', 'java/b'].map((stack) => ({ stack, workload: 'hello', limits }));
  expect(withLimits(before, entries, FOR_ANY).processors).toEqual({
    Q: { 'node/a': { hello: own } },
    P: { 'node/a': { hello: { p99OfYardstickMax: 4 } } },
  });
});

test('a house without thresholds.json gets one, with the usual error rates', () => {
  const after = withLimits(null, [], FOR_ANY);
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

/** Which thresholds.json is refused, and with what said of it. */
'use strict';

const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { loadThresholds } = require('../../src/thresholds/load-thresholds');

const SCHEMAS = path.resolve(__dirname, '../../../../contracts/schema');
const GATE = { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' };
const REGRESSION = { throughputLossMax: 0.05, p99IncreaseMax: 0.2 };
const LIMITS = { throughputOfYardstickMin: 0.5 };

/** @type {string} */
let root;

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'thresholds-'));
  fs.mkdirSync(path.join(root, 'contracts'));
  fs.symlinkSync(SCHEMAS, path.join(root, 'contracts/schema'));
});
afterEach(() => fs.rmSync(root, { recursive: true }));

/** @returns {any} a house of two stacks, a variant and a yardstick */
function house() {
  const variants = ['node/a', 'node/a:cluster', 'node/b', 'node/yardstick'].map((id) => ({
    id,
    stack: { id: id.split(':')[0], language: 'node' },
    workloads: ['hello', 'hash'],
  }));
  const load = { connections: 1, exchanges: [] };
  const contracts = [
    { workload: 'hello', load },
    { workload: 'hash', load },
    { workload: 'echo', load },
    { workload: 'process' },
  ];
  return { root, variants, contracts };
}

/**
 * @param {any} value what the file holds; a text as it stands
 * @param {{ strict?: boolean }} [how]
 */
function load(value, how) {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  fs.writeFileSync(path.join(root, 'thresholds.json'), text);
  return loadThresholds(house(), how);
}

/**
 * @param {any} value
 * @param {{ strict?: boolean }} [how]
 * @returns {string} the message of the refusal
 */
function refusal(value, how) {
  try {
    load(value, how);
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
  return 'it was not refused';
}

test('a file that is in order is read', () => {
  const value = { gate: GATE, regression: REGRESSION, stacks: { 'node/a': { hello: LIMITS } } };
  expect(load(value)).toEqual(value);
});

test('a house without the file has no limits, unless they are required', () => {
  expect(loadThresholds(house())).toBeNull();
  expect(() => loadThresholds(house(), { strict: true })).toThrow('a readable file');
});

test('what is not JSON is refused', () => {
  expect(refusal('{"gate": ')).toMatch(/^thresholds.json \(whole file\)\n {2}expected {2}JSON\n/);
});

test('every problem is told at once, by JSON pointer, with what was expected and what stands there', () => {
  const message = refusal({
    gate: { ...GATE, minBlocks: 50, falseAlarm: 'x' },
    regression: REGRESSION,
    stacks: {
      'node/a': {
        hello: { throughputOfYardstickMin: -1 },
        hullo: LIMITS,
        hash: { throughputMin: 1 },
      },
      'node/c': { hello: LIMITS },
      'node/yardstick': { hello: LIMITS },
    },
  });
  expect(message).toContain(
    'thresholds.json /gate/minBlocks\n  expected  at most maxBlocks, which is 40\n  actual    50',
  );
  expect(message).toContain('/gate/falseAlarm\n  expected  number\n  actual    "x"');
  expect(message).toContain(
    '/stacks/node~1a/hello/throughputOfYardstickMin\n  expected  > 0\n  actual    -1',
  );
  expect(message).toContain(
    '/stacks/node~1a/hullo\n  expected  a workload on which node/a is measured: hello, hash\n  actual    "hullo"',
  );
  expect(message).toContain('/stacks/node~1a/hash/throughputMin\n  expected  no such key; known: ');
  expect(message).toContain(
    '/stacks/node~1c\n  expected  a stack that is listed: node/a, node/a:cluster, node/b, node/yardstick\n',
  );
  expect(message).toContain('/stacks/node~1yardstick\n  expected  no entry: a yardstick is');
});

test.each([
  [null, '(whole file)\n  expected  object'],
  [[], '(whole file)\n  expected  object'],
  [{ gate: GATE, regression: REGRESSION, stacks: 7 }, '/stacks\n  expected  object'],
  [{ gate: GATE, regression: REGRESSION, stacks: { 'node/a': null } }, '/stacks/node~1a\n'],
  [{ gate: GATE, stacks: {} }, '/regression\n  expected  a value\n  actual    nothing'],
])('%j is refused, and nothing breaks', (value, expected) => {
  expect(refusal(value)).toContain(expected);
});

test('where all must be there, what has no entry is told; variants may go without', () => {
  const message = refusal(
    {
      gate: GATE,
      regression: REGRESSION,
      stacks: { 'node/a': { hello: LIMITS, hash: LIMITS }, 'node/b': { hello: LIMITS } },
    },
    { strict: true },
  );
  expect(message).toBe(
    'thresholds.json /stacks/node~1b/hash\n' +
      '  expected  limits, because node/b speaks hash (loadline calibrate writes them)\n' +
      '  actual    nothing',
  );
});

/** How verdicts look, and what a report with them ends with. */
'use strict';

const { gateTable } = require('../../src/reports/gate-table');
const { endingOf } = require('../../src/reports/report');
const { report, result, sample, stack } = require('./a-report');

/**
 * @param {string} id
 * @param {object} [more]
 * @returns {any}
 */
function cell(id, more = {}) {
  const metric = {
    name: `${id} hash.throughput`,
    key: 'throughputOfYardstickMin',
    limit: 0.5,
    pointer: '/stacks/a/hash/throughputOfYardstickMin',
    verdict: 'pass',
    measured: 0.7123,
    earlier: [],
    interval: [0.69, 0.74],
    blocks: 12,
    leftOut: {},
    failEvidence: 0.01,
    passEvidence: 27,
  };
  return {
    ...{ stack: id, workload: 'hash', reference: 'node/yardstick', verdict: 'pass' },
    ...{ notJudged: null, faults: [], invalid: null, metrics: [metric], notMeasured: [] },
    resources: { cpuMicrosPerRequest: 20, residentBytes: 1 },
    ...more,
  };
}

/**
 * @param {any[]} cells
 * @param {object} [more]
 * @returns {any}
 */
function gate(cells, more = {}) {
  return {
    ...{ verdict: 'pass', culprits: [], falseAlarm: 0.01, missed: 0.05, maxBlocks: 40 },
    ...{ inconclusive: 'warn', seed: 7, blocksFile: 'blocks.ndjson', cells },
    ...more,
  };
}

test('each workload has a block, with what was measured, its interval and what is required', () => {
  const reason = 'hash.p99: 2,000 requests take 4.1 s';
  const text = gateTable(
    gate([
      cell('node/a', { notMeasured: [`node/a ${reason}`] }),
      cell('node/b', { verdict: null, notJudged: 'no limits', metrics: [] }),
    ]),
  );
  expect(text).toMatch(/^Verdicts \(.*; with 90 % intervals\)$/m);
  expect(text).toMatch(/^hash +verdict +throughput +required +p99 +required +blocks$/m);
  expect(text).toMatch(/^node\/a +pass +0\.712 \(0\.690 to 0\.740\) +>= 0\.500 +- +- +12$/m);
  expect(text).toMatch(/^node\/b +not judged +- /m);
  expect(text).toContain(`not measured: ${reason}`);
  expect(text).toContain('raw blocks: blocks.ndjson (loadline judge blocks.ndjson)');
});

test('what was not measured for the same reason is told in one line', () => {
  const text = gateTable(
    gate([
      cell('node/a', {
        notMeasured: ['node/a hash.throughput: no time', 'node/a hash.p99: no time'],
      }),
      cell('node/b', { notMeasured: ['node/b hash.p99: no time', 'node/b hash.p99: too slow'] }),
    ]),
  );
  expect(text.match(/^not measured: .*$/gm)).toEqual([
    'not measured: hash.throughput, hash.p99: no time',
    'not measured: hash.p99: too slow',
  ]);
});

test('what fresh processes were asked again is told', () => {
  const asked = cell('node/a');
  asked.metrics[0].earlier = [0.4321];
  expect(gateTable(gate([asked]))).toContain(
    'asked again: node/a hash.throughput was 0.432, of fresh processes 0.712',
  );
});

test('a fail that has no name says so', () => {
  expect(gateTable(gate([cell('node/a')], { verdict: 'fail' }))).toContain(
    'the evidence of all metrics together fails the run; no single one can be named',
  );
});

test.each([
  ['pass', 'warn', 'pass'],
  ['fail', 'warn', 'fail'],
  ['invalid', 'pass', 'invalid'],
  ['inconclusive', 'warn', 'pass'],
  ['inconclusive', 'pass', 'pass'],
  ['inconclusive', 'fail', 'inconclusive'],
])(
  'a run whose gate says %s, where inconclusive means %s, ends with %s',
  (verdict, inconclusive, ending) => {
    expect(endingOf(report({ gate: gate([cell('node/a')], { verdict, inconclusive }) }))).toBe(
      ending,
    );
  },
);

test('errors of the yardstick fail a run, though nobody judges it', () => {
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
  const wrong = stack('node/yardstick', {
    workloads: { hash: result({ sample: sample({ errors }) }) },
  });
  const unused = stack('node/yardstick', { workloads: { hash: result({ sample: null }) } });
  expect(endingOf(report({ stacks: [wrong], gate: gate([cell('node/a')]) }))).toBe('fail');
  expect(endingOf(report({ stacks: [unused], gate: gate([cell('node/a')]) }))).toBe('pass');
});

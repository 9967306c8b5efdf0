/** The message of a comparison that does not hold. */
'use strict';

const { messagesOf } = require('../../src/reports/limit-message');

/**
 * @param {object} more
 * @returns {any}
 */
function metric(more) {
  return {
    name: 'node/express hello.throughput',
    key: 'throughputOfYardstickMin',
    limit: 0.1,
    pointer: '/stacks/node~1express/hello/throughputOfYardstickMin',
    verdict: 'fail',
    measured: 0.0812,
    interval: [0.0791, 0.0843],
    blocks: 14,
    leftOut: {},
    ...more,
  };
}

/**
 * @param {object} more
 * @returns {any}
 */
function comparison(more) {
  return {
    subject: 'node/express',
    workload: 'hello',
    verdict: 'fail',
    faults: [],
    drifts: [],
    invalid: null,
    metrics: [metric({})],
    ...more,
  };
}

test('a limit that does not hold is told with what is required, where, and what was measured', () => {
  expect(messagesOf(comparison({}))).toEqual([
    `node/express hello: throughput below its limit
  required  >= 0.100 of the yardstick   (thresholds.json /stacks/node~1express/hello/throughputOfYardstickMin)
  measured     0.081   (0.079 to 0.084, 14 blocks)`,
  ]);
});

test('absolute limits have units', () => {
  const p99 = metric({
    key: 'p99MillisMax',
    limit: 50,
    measured: 81.23,
    interval: [78.9, null],
    pointer: '/stacks/node~1express/hello/p99MillisMax',
  });
  expect(messagesOf(comparison({ metrics: [p99] }))[0]).toBe(
    `node/express hello: p99 above its limit
  required  <= 50.0 ms   (thresholds.json /stacks/node~1express/hello/p99MillisMax)
  measured     81.2   (at least 78.9, 14 blocks)`,
  );
});

test('errors under load are told before speeds', () => {
  const faults = ['3 of 1,000 answers wrong or missing (body): GET /hello: not that'];
  expect(messagesOf(comparison({ faults, metrics: [] }))).toEqual([
    'node/express hello: wrong under load\n' +
      '  required  every answer right\n' +
      '  measured  3 of 1,000 answers wrong or missing (body): GET /hello: not that',
  ]);
});

test('a server that gets worse while it is loaded is told by its own name', () => {
  const what = 'its throughput fell by 31 % after 26 of 40 blocks';
  const drifts = [{ kind: 'slowsDown', what }];
  expect(messagesOf(comparison({ drifts, metrics: [] }))).toEqual([
    'node/express hello: slows down\n' +
      '  required  the same throughput for as long as it is loaded\n' +
      `  measured  ${what}`,
  ]);
});

test('what is invalid says why, and is no pass', () => {
  const why = '8 of 8 blocks of node/express hello.throughput are invalid: late sends (8)';
  expect(messagesOf(comparison({ verdict: 'invalid', invalid: why }))).toEqual([
    'node/express hello: invalid, which is no pass\n' +
      '  required  a measurement that is to be trusted\n' +
      `  measured  ${why}`,
  ]);
});

test('what is undecided says after how many blocks', () => {
  const open = metric({ verdict: 'inconclusive', measured: 0.101, interval: [null, null] });
  expect(messagesOf(comparison({ verdict: 'inconclusive', metrics: [open] }))[0]).toMatch(
    /^node\/express hello: throughput undecided after 14 blocks\n.*\n {2}measured {5}0.101 {3}\(14 blocks\)$/,
  );
});

test('a comparison that passed has no message', () => {
  expect(
    messagesOf(comparison({ verdict: 'pass', metrics: [metric({ verdict: 'pass' })] })),
  ).toEqual([]);
});

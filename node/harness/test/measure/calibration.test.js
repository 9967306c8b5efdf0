/** Which limits come of what was measured. */
'use strict';

const { judgeBlocks } = require('../../src/measure/cells');
const { limitsFrom, unlimited } = require('../../src/measure/calibration');
const { closedSample, openSample, pair } = require('./a-block');

/** @type {any} */
const SUBJECT = { id: 'node/a' };
/** @type {any} */
const HASH = { workload: 'hash' };

/** @param {any[][]} rounds records of each */
function calibrated(...rounds) {
  const limits = unlimited([SUBJECT], [HASH], { blocks: 4 });
  return limitsFrom(
    rounds.map((records) => judgeBlocks(records, limits).cells),
    0.2,
  );
}

/** @param {number} requestsPerSecond */
function round(requestsPerSecond) {
  return [1, 2, 3, 4].flatMap((block) =>
    pair(block, closedSample({ requestsPerSecond: requestsPerSecond + block }), closedSample({})),
  );
}

test('throughput may fall by the slack, p99 rise by ten times as much', () => {
  const records = [1, 2, 3, 4].flatMap((block) => [
    ...pair(block, closedSample({ requestsPerSecond: 6_100 + block }), closedSample({})),
    ...pair(block, openSample(3), openSample(2), { kind: 'p99' }),
  ]);
  expect(calibrated(records)).toEqual({
    entries: [
      {
        stack: 'node/a',
        workload: 'hash',
        limits: { throughputOfYardstickMin: 0.488, p99OfYardstickMax: 4.5 },
      },
    ],
    left: [],
  });
});

test('what was wrong or invalid gets no limit, and it is told why', () => {
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
  const wrong = calibrated(pair(1, closedSample({}, { errors })));
  expect(wrong.entries).toEqual([]);
  expect(wrong.left).toContain('node/a hash: 1 of 70,000 answers wrong or missing (body): not 7');
});

test('processes of the same code differ: the median of the rounds counts', () => {
  const { entries } = calibrated(round(5_000), round(6_100), round(9_000));
  expect(entries[0].limits).toEqual({ throughputOfYardstickMin: 0.488 });
});

test('what was wrong in one round gets no limit of the others', () => {
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
  const wrong = pair(1, closedSample({}, { errors }));
  expect(calibrated(round(6_100), wrong, round(6_100)).entries).toEqual([]);
});

test('a metric that the machine spoilt in most rounds gets no limit, and the other does', () => {
  const late = [1, 2, 3, 4].flatMap((block) =>
    pair(block, openSample(3), openSample(2), { kind: 'p99', invalid: 'late sends: by far' }),
  );
  const { entries, left } = calibrated(
    [...round(6_100), ...late],
    [...round(6_100), ...late],
    round(6_100),
  );
  expect(entries[0].limits).toEqual({ throughputOfYardstickMin: 0.488 });
  expect(left[0]).toContain('node/a hash.p99 are invalid: late sends');
});

test('a p99 that seems to be less than the yardstick owes that to chance', () => {
  const records = [1, 2, 3, 4].flatMap((block) =>
    pair(block, openSample(1), openSample(4), { kind: 'p99' }),
  );
  expect(calibrated(records).entries[0].limits).toEqual({ p99OfYardstickMax: 3 });
});

test('of throughput alone nothing is asked of p99', () => {
  const { stacks } = unlimited([SUBJECT], [HASH], { blocks: 4, only: 'throughput' });
  expect(stacks).toEqual({ 'node/a': { hash: { throughputOfYardstickMin: 1 } } });
});

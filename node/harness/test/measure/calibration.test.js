/** Which limits come of what was measured. */
'use strict';

const { judgeBlocks } = require('../../src/measure/cells');
const { limitsFrom, unlimited } = require('../../src/measure/calibration');
const { closedSample, openSample, pair } = require('./a-block');

/** @type {any} */
const SUBJECT = { id: 'node/a' };
/** @type {any} */
const HASH = { workload: 'hash' };

/** @param {any[]} records */
function calibrated(records) {
  return limitsFrom(judgeBlocks(records, unlimited([SUBJECT], [HASH], 4)).cells, 0.2);
}

test('throughput may fall by the slack, p99 rise by five times as much', () => {
  const records = [1, 2, 3, 4].flatMap((block) => [
    ...pair(block, closedSample({ requestsPerSecond: 6_100 + block }), closedSample({})),
    ...pair(block, openSample(3), openSample(2), { kind: 'p99' }),
  ]);
  expect(calibrated(records)).toEqual({
    entries: [
      {
        stack: 'node/a',
        workload: 'hash',
        limits: { throughputOfYardstickMin: 0.488, p99OfYardstickMax: 3 },
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

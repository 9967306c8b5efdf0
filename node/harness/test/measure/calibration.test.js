/** Which limits come of what was measured. */
'use strict';

const { limitsFrom, worstOf } = require('../../src/measure/calibration');
const { decisionOf } = require('../../src/measure/decision');
const { metricOf } = require('../../src/measure/metric');
const { calibrationPlan } = require('../../src/measure/plan');
const { Verdicts } = require('../../src/measure/verdicts');
const { closedSample, openSample, pair } = require('./a-block');
const { recordsOf } = require('./judged');

const BLOCKS = 4;
const GATE = {
  falseAlarm: 0.01,
  missed: 0.05,
  minBlocks: BLOCKS,
  maxBlocks: BLOCKS,
  inconclusive: /** @type {const} */ ('pass'),
};

/** @param {any[]} slices of node/a on hash */
function calibrated(slices) {
  return limitsFrom(comparisonsOf(slices), 0.2);
}

/** @param {any[]} slices of node/a on hash */
function comparisonsOf(slices) {
  const keys = /** @type {const} */ (['throughputOfYardstickMin', 'p99OfYardstickMax']);
  const metrics = keys.map((key) =>
    metricOf('node/a', 'hash', { key, value: 1, pointer: '' }, { isJudged: false }),
  );
  const place = { group: 'node', subject: 'node/a', workload: 'hash' };
  const verdicts = new Verdicts([{ place, metrics }], GATE, recordsOf(slices));
  return verdicts.outcome().comparisons;
}

/**
 * @param {number} requestsPerSecond
 * @param {number} [process]
 */
function throughput(requestsPerSecond, process = 1) {
  return [1, 2, 3, 4].flatMap((block) =>
    pair(block, closedSample({ requestsPerSecond: requestsPerSecond + block }), closedSample({}), {
      process,
    }),
  );
}

/**
 * @param {number} subject milliseconds
 * @param {number} reference milliseconds
 * @param {object} [more]
 */
function p99(subject, reference, more = {}) {
  return [1, 2, 3, 4].flatMap((block) =>
    pair(block, openSample(subject), openSample(reference), { kind: 'p99', ...more }),
  );
}

test('throughput may fall by the slack, p99 rise by ten times as much', () => {
  expect(calibrated([...throughput(6_100), ...p99(12, 2)])).toEqual({
    entries: [
      {
        stack: 'node/a',
        workload: 'hash',
        limits: { throughputOfYardstickMin: 0.488, p99OfYardstickMax: 18 },
      },
    ],
    left: [],
  });
});

test('what was wrong gets no limit, in whichever set of processes, and it is told why', () => {
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
  const wrong = pair(1, closedSample({}, { errors }), closedSample({}), { process: 2 });
  const { entries, left } = calibrated([...throughput(6_100), ...wrong]);
  expect(entries).toEqual([]);
  expect(left).toContain('node/a hash: 1 of 70,000 answers wrong or missing (body): not 7');
});

test('processes of the same code differ: the median of all their blocks counts', () => {
  const slices = [...throughput(5_000, 1), ...throughput(6_100, 2), ...throughput(9_000, 3)];
  expect(calibrated(slices).entries[0].limits).toEqual({ throughputOfYardstickMin: 0.488 });
});

test('a metric that the machine spoilt in most blocks gets no limit, and the other does', () => {
  const late = p99(3, 2, { invalid: 'late sends: by far' });
  const { entries, left } = calibrated([...throughput(6_100), ...late]);
  expect(entries[0].limits).toEqual({ throughputOfYardstickMin: 0.488 });
  expect(left).toEqual(['node/a hash.p99: late sends (4)']);
});

test('a p99 that seems to be less than three times that of the yardstick owes that to chance', () => {
  expect(calibrated(p99(1, 4)).entries[0].limits).toEqual({ p99OfYardstickMax: 9 });
});

test('of several machines the worst ratio counts, metric by metric', () => {
  const machines = [
    comparisonsOf([...throughput(5_000), ...p99(12, 2)]),
    comparisonsOf([...throughput(6_100), ...p99(24, 2)]),
    comparisonsOf(throughput(9_000)),
  ];
  const { entries } = limitsFrom(worstOf(machines), 0.2);
  const [{ limits }] = limitsFrom(machines[0], 0.2).entries;
  expect(entries).toEqual([
    {
      stack: 'node/a',
      workload: 'hash',
      limits: { throughputOfYardstickMin: limits.throughputOfYardstickMin, p99OfYardstickMax: 36 },
    },
  ]);
});

test('what answered wrongly on one of several machines gets no limit', () => {
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
  const wrong = pair(1, closedSample({}, { errors }), closedSample({}));
  const machines = [comparisonsOf(throughput(6_100)), comparisonsOf(wrong)];
  expect(limitsFrom(worstOf(machines), 0.2).entries).toEqual([]);
});

test('of throughput, whose slices are short, three times as many blocks are taken as of p99', () => {
  const variant = /** @type {any} */ ({
    id: 'node/a',
    stack: { language: 'node', needs: {}, command: ['node'] },
    workloads: ['hash'],
  });
  const contracts = /** @type {any[]} */ ([{ workload: 'hash' }]);
  const wanted = { variants: [], contracts, warmedOn: [], services: null, blocks: 6, sets: 1 };
  const { gate, comparisons } = calibrationPlan([variant], wanted);
  const rates = { alpha: 0.01, beta: 0.05, minBlocks: 1, metrics: 2, maxBlocks: gate.maxBlocks };
  const enough = comparisons[0].metrics.map((metric) => {
    const isDecided = (/** @type {number} */ count) => {
      const series = { harms: Array(count).fill(0), leftOut: [], compilerShares: [] };
      return decisionOf(metric, series, rates, 1).isDecided;
    };
    return [metric.kind, [5, 6, 17, 18].find(isDecided)];
  });
  expect(enough).toEqual([
    ['throughput', 18],
    ['p99', 6],
  ]);
});

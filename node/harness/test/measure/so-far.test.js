/** What is told of a comparison's limits before all is decided. */
'use strict';

const { limitsSoFar } = require('../../src/measure/so-far');
const { closedSample, pair } = require('./a-block');
const { Run } = require('./judged');

const LIMITS = { throughputOfYardstickMin: 0.5, p99OfYardstickMax: 2 };
const BOTH = /** @type {any} */ ({
  gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' },
  stacks: { 'node/a': { hash: LIMITS } },
});

/**
 * @param {number} ratio of the throughput
 * @param {object} [more] of the subject's sample
 */
function measured(ratio, more) {
  const run = new Run(BOTH);
  const subject = () => closedSample({ requestsPerSecond: 10_000 * ratio }, more);
  run.throughput((block) => pair(block, subject(), closedSample({})));
  return run;
}

/** @param {Run} run */
function states({ comparison }) {
  return limitsSoFar(comparison).map(({ name, state }) => `${name} ${state}`);
}

test('at first all limits are open', () => {
  expect(states(new Run(BOTH))).toEqual(['node/a hash.throughput open', 'node/a hash.p99 open']);
});

test('one that holds has passed, while the other is open', () => {
  expect(states(measured(0.7))).toEqual(['node/a hash.throughput pass', 'node/a hash.p99 open']);
});

test('one that alarms is open for as long as fresh processes are to be asked', () => {
  const run = measured(0.3);
  expect(states(run)[0]).toBe('node/a hash.throughput open');
  for (const process of [2, 3]) {
    for (let block = 1; run.comparison.needs('throughput', process); block++) {
      const slow = closedSample({ requestsPerSecond: 3_000 });
      run.add(pair(block, slow, closedSample({}), { process }));
    }
  }
  expect(states(run)[0]).toBe('node/a hash.throughput fail');
});

test('wrong answers fail all of it at once', () => {
  const errors = { total: 1, kinds: { body: { count: 1, examples: ['not 7'] } } };
  const run = new Run(BOTH);
  run.add(pair(1, closedSample({}, { errors }), closedSample({})));
  expect(states(run)).toEqual(['node/a hash.throughput fail', 'node/a hash.p99 fail']);
});

test('what is not measured is no part of it', () => {
  const run = measured(0.7);
  run.comparison.leaveUnmeasured('p99', 'no time');
  expect(states(run)[1]).toBe('node/a hash.p99 unmeasured');
});

/** A server that is too slow while it still warms up: no verdict, and fresh processes are asked. */
'use strict';

const { closedSample, pair } = require('./a-block');
const { Run, judgeBlocks } = require('./judged');

/** @type {any} */
const HALF = {
  gate: { falseAlarm: 0.01, missed: 0.05, maxBlocks: 40, inconclusive: 'warn' },
  stacks: { 'node/a': { hash: { throughputOfYardstickMin: 0.5 } } },
};
const BLOCKS = 16;

/**
 * @param {number} compilerShare of a core, of the server, whose speed is three tenths of the yardstick's
 * @param {number} process which set of processes
 * @returns {any[]} recorded blocks
 */
function slow(compilerShare, process) {
  return Array.from({ length: BLOCKS }, (_, at) => {
    const sample = closedSample({ requestsPerSecond: 3_000 });
    const own = { ...sample, server: { ...sample.server, compilerShare } };
    return pair(at + 1, own, closedSample({ requestsPerSecond: 10_000 }), { process });
  }).flat();
}

test('it is not failed, and no evidence against the run', () => {
  const { verdict, culprits, comparisons } = judgeBlocks(slow(0.21, 1), HALF);
  expect({ verdict, culprits }).toEqual({ verdict: 'invalid', culprits: [] });
  expect(comparisons[0].invalid).toBe('it still warmed up: its compilers had 21 % of a core');
});

test('one that is as slow and does not warm up is failed', () => {
  expect(judgeBlocks(slow(0.03, 1), HALF).culprits).toEqual(['node/a hash.throughput']);
});

test('fresh processes are asked, and fail it if they do not warm up', () => {
  const run = new Run(HALF);
  const first = slow(0.21, 1);
  for (let at = 0; at < first.length; at += 2) run.add(first.slice(at, at + 2));
  expect(run.comparison.alarms(1)).toEqual(['node/a hash.throughput']);
  const { verdict, culprits } = judgeBlocks([...first, ...slow(0.03, 2), ...slow(0.03, 3)], HALF);
  expect({ verdict, culprits }).toEqual({ verdict: 'fail', culprits: ['node/a hash.throughput'] });
});

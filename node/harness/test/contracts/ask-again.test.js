/** A case that fails while others have the machine's CPU is asked again, as often as that may be to blame. */
'use strict';

const { describeFailure } = require('../../src/contracts');
const { AskAgain, longestWithAttempts } = require('../../src/contracts/ask-again');

/** @typedef {import('../../src/contracts/run-case').CaseResult} CaseResult */

const FAILURE = {
  step: '1 of 1: GET /',
  pointer: '',
  what: 'status',
  expected: '200',
  actual: '503',
};

/**
 * A machine of which others had such shares between one look and the next, and nothing from then on.
 *
 * @param {number[]} shares
 * @param {number} [ticks] between two looks
 */
function robbed(shares, ticks = 100) {
  const now = { allTicks: 0, stolenTicks: 0 };
  const left = [0, ...shares];
  const readTicks = () => {
    now.allTicks += ticks;
    now.stolenTicks += ticks * (left.shift() ?? 0);
    return { ...now };
  };
  return { readTicks, lookEveryMillis: 1 };
}

/**
 * @param {('pass' | 'fail')[]} outcomes of the attempts that are made
 * @returns {() => Promise<CaseResult>}
 */
function attempt(outcomes) {
  return async () => {
    const status = outcomes.shift();
    if (status === undefined) throw new Error('it is not to be asked again');
    const mismatches = status === 'pass' ? [] : [FAILURE];
    const named = { caseId: 'small.it', description: 'is it', place: 'contracts/small.json' };
    return { ...named, status, mismatches, millis: 1 };
  };
}

test('a case that fails on a machine of its own is asked once', async () => {
  const asking = new AskAgain(robbed([0.05]));
  expect(await asking.unlessRobbed(attempt(['fail']))).not.toHaveProperty('stolenCpuShare');
});

test('a case that fails while others have the CPU is asked again, and passes', async () => {
  const outcomes = attempt(['fail', 'pass']);
  const { status } = await new AskAgain(robbed([0.4])).unlessRobbed(outcomes);
  expect(status).toBe('pass');
  await expect(outcomes()).rejects.toThrow('not to be asked again');
});

test('a case that then fails on a machine of its own has failed', async () => {
  const result = await new AskAgain(robbed([0.4])).unlessRobbed(attempt(['fail', 'fail']));
  expect(result.status).toBe('fail');
  expect(result).not.toHaveProperty('stolenCpuShare');
});

test('it is asked again when the machine has come to rest', async () => {
  const machine = robbed([0.4, 0.4, 0.4, 0.3]);
  let looks = 0;
  const readTicks = () => {
    looks += 1;
    return machine.readTicks();
  };
  await new AskAgain({ ...machine, readTicks }).unlessRobbed(attempt(['fail', 'pass']));
  // Two around the attempt that failed, two around each time of waiting, one before the attempt that passed.
  expect(looks).toBe(2 + 2 * 2 + 1);
});

test('a machine that is always robbed is told of, after three attempts', async () => {
  const asking = new AskAgain(robbed(Array(100).fill(0.4)));
  const result = await asking.unlessRobbed(attempt(['fail', 'fail', 'fail']));
  expect(result.stolenCpuShare).toBeCloseTo(0.4, 9);
  expect(describeFailure('node/small', result)).toContain(
    '\n  machine   40 % of its CPU went to other machines while it was asked',
  );
});

test('a server that fails case after case is not asked again for ever', async () => {
  const asking = new AskAgain(robbed(Array(1_000).fill(0.4)));
  for (let cases = 0; cases < 3; cases++) {
    await asking.unlessRobbed(attempt(['fail', 'fail', 'pass']));
  }
  const { status, stolenCpuShare } = await asking.unlessRobbed(attempt(['fail']));
  expect({ status, robbed: stolenCpuShare !== undefined }).toEqual({
    status: 'fail',
    robbed: true,
  });
});

test.each([
  ['as short as a tick', robbed([1], 1)],
  ['of a machine that does not tell', { readTicks: () => null, lookEveryMillis: 1 }],
])('a case %s is asked once', async (_, machine) => {
  const { status } = await new AskAgain(machine).unlessRobbed(attempt(['fail']));
  expect(status).toBe('fail');
});

test('there is time for all attempts and what lies between them', () => {
  expect(longestWithAttempts(1_000)).toBe(3 * 1_000 + 2 * 10 * 1_000);
});

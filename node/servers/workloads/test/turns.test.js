/** Turns are bounded and come in order, and those who wait learn at once that one before them failed. */
'use strict';

const { setTimeout: delay } = require('node:timers/promises');
const { Turns } = require('../src/turns');

/** @param {Turns} turns */
function crowd(turns) {
  /** @type {number[]} */
  const begun = [];
  /** @type {(() => void)[]} */
  const end = [];
  /** @type {((error: Error) => void)[]} */
  const fail = [];
  const answers = [0, 1, 2, 3].map((who) =>
    turns.inTurn(() => {
      begun.push(who);
      return new Promise((resolve, reject) => {
        end[who] = () => resolve(who);
        fail[who] = reject;
      });
    }),
  );
  return { answers, begun, end, fail };
}

test('so many have a turn at once, and the others in the order of their coming', async () => {
  const { answers, begun, end } = crowd(new Turns(2));
  expect(begun).toEqual([0, 1]);
  end[1]();
  await answers[1];
  await delay(0);
  expect(begun).toEqual([0, 1, 2]);
  end[0]();
  await answers[0];
  await delay(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  end[2]();
  end[3]();
  await expect(Promise.all(answers)).resolves.toEqual([0, 1, 2, 3]);
});

test('those who wait are refused when one fails, and the turn is free for the next', async () => {
  const turns = new Turns(1);
  const { answers, begun, fail } = crowd(turns);
  fail[0](new Error('silent'));
  const settled = await Promise.allSettled(answers);
  expect(settled.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
  expect(begun).toEqual([0]);
  await expect(turns.inTurn(() => Promise.resolve('here'))).resolves.toBe('here');
});

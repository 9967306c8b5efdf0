/** Turns are bounded, come in order, and nobody waits for one longer than agreed. */
'use strict';

const { Turns } = require('../src/turns');

test('so many take a turn at once, and the others in the order of their coming', async () => {
  const turns = new Turns(2);
  /** @type {number[]} */
  const begun = [];
  const taken = [0, 1, 2, 3].map((who) => turns.take(1_000).then(() => begun.push(who)));
  await Promise.all(taken.slice(0, 2));
  expect(begun).toEqual([0, 1]);
  turns.giveBack();
  turns.giveBack();
  await Promise.all(taken);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('one who waited too long is turned away, and loses nobody a turn', async () => {
  const turns = new Turns(1);
  await turns.take(0);
  await expect(turns.take(20)).rejects.toThrow('20 ms');
  const next = turns.take(1_000);
  turns.giveBack();
  await expect(next).resolves.toBeUndefined();
});

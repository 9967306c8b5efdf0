/** The order and the arithmetic of interleaved blocks. */
'use strict';

const { pairedRatio } = require('../../src/measure/blocks');

test('blocks alternate in order', async () => {
  /** @type {string[]} */
  const order = [];
  /** @type {(name: string) => () => Promise<number>} */
  const arm = (name) => async () => order.push(name);
  await pairedRatio(4, arm('A'), arm('B'));
  expect(order.join('')).toBe('ABBAABBA');
});

test('the median of the blocks is told, with the least and the greatest', async () => {
  const subject = [1, 2, 3];
  const next = async () => Number(subject.shift());
  expect(await pairedRatio(3, next, async () => 2)).toEqual({
    measured: 1,
    range: [0.5, 1.5],
    blocks: 3,
  });
});

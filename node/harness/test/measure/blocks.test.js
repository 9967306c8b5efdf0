/** The order and the arithmetic of interleaved blocks. */
'use strict';

const { pairedRatios, summary } = require('../../src/measure/blocks');

test('blocks alternate in order', async () => {
  /** @type {string[]} */
  const order = [];
  /** @type {(name: string) => () => Promise<number>} */
  const arm = (name) => async () => order.push(name);
  await pairedRatios(4, arm('A'), arm('B'));
  expect(order.join('')).toBe('ABBAABBA');
});

test('the median of the blocks is told, with the least and the greatest', async () => {
  const subject = [1, 2, 3];
  const next = async () => Number(subject.shift());
  const ratios = await pairedRatios(3, next, async () => 2);
  expect(ratios).toEqual([0.5, 1, 1.5]);
  expect(summary(ratios)).toEqual({
    measured: 1,
    range: [0.5, 1.5],
    blocks: 3,
  });
});

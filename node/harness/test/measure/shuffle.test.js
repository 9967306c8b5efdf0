/** The order within blocks. */
'use strict';

const { newSeed, randomFrom, shuffled } = require('../../src/measure/shuffle');

test('the same seed gives the same order, another one another', () => {
  const order = (/** @type {number} */ seed) => {
    const random = randomFrom(seed);
    return Array.from({ length: 20 }, () => shuffled([1, 2, 3, 4, 5], random).join('')).join(' ');
  };
  expect(order(7)).toBe(order(7));
  expect(order(7)).not.toBe(order(8));
});

test('every order comes about as often', () => {
  const random = randomFrom(42);
  /** @type {Record<string, number>} */
  const counts = {};
  for (let at = 0; at < 6_000; at++) {
    const order = shuffled(['a', 'b', 'c'], random).join('');
    counts[order] = (counts[order] ?? 0) + 1;
  }
  expect(Object.keys(counts)).toHaveLength(6);
  // Six standard deviations of a binomial distribution with 6,000 draws and a chance of a sixth.
  for (const count of Object.values(counts)) expect(Math.abs(count - 1_000)).toBeLessThan(175);
});

test('what is shuffled stays as it was', () => {
  const values = [1, 2, 3];
  shuffled(values, randomFrom(1));
  expect(values).toEqual([1, 2, 3]);
});

test('a seed that nobody chose is a whole number of 32 bits', () => {
  const seed = newSeed();
  expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
});

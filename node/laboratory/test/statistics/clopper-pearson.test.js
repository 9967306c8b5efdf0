'use strict';

const { randomFrom } = require('loadline/src/measure/shuffle');
const { clopperPearson } = require('../../src/statistics/clopper-pearson');

// As R's binom.test gives them.
test.each([
  [0, 60, 0, 0.05963],
  [1, 60, 0.00042, 0.0894],
  [19, 20, 0.75127, 0.99873],
  [20, 20, 0.83157, 1],
  [7, 20, 0.15391, 0.59219],
])('%d of %d runs: from %d to %d', (hits, runs, least, most) => {
  const [low, high] = clopperPearson(hits, runs);
  expect(low).toBeCloseTo(least, 4);
  expect(high).toBeCloseTo(most, 4);
});

test.each([0.01, 0.5, 0.95])('holds a true share of %d as often as it says', (share) => {
  const random = randomFrom(1);
  const series = 2_000;
  let held = 0;
  for (let i = 0; i < series; i++) {
    const hits = Array.from({ length: 20 }, random).filter((each) => each < share).length;
    const [low, high] = clopperPearson(hits, 20);
    if (low <= share && share <= high) held++;
  }
  expect(held / series).toBeGreaterThan(0.945);
});

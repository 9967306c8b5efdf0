'use strict';

const { closedLoopSeconds } = require('../../src/measure/closed-loop-seconds');

test.each([
  ['a fast workload keeps the usual', 0.15, [7_000, 1_200], 0.15],
  ['the slowest has time for a hundred answers', 0.15, [900, 400], 0.25],
  ['however slow, there is an end', 0.15, [900, 20], 0.6],
  ['who gave no answer is slow', 0.15, [900, 0], 0.6],
  ['what is usually longer is never made shorter', 0.8, [20], 0.8],
  ['nothing is known', 0.15, [], 0.15],
])('%s', (_what, usual, speeds, seconds) => {
  expect(closedLoopSeconds(usual, speeds)).toBe(seconds);
});

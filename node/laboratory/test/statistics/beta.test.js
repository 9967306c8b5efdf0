'use strict';

const {
  betaQuantile,
  betaShare,
  normalShare,
  studentQuantile,
} = require('../../src/statistics/beta');

test.each([
  [0.25, 1, 1, 0.25],
  [0.25, 2, 2, 0.15625],
  [0.5, 3, 3, 0.5],
  [0.1, 1, 20, 1 - 0.9 ** 20],
  [0.9, 20, 1, 0.9 ** 20],
])('of the beta distribution, below %d for a %d and b %d lies %d', (x, a, b, share) => {
  expect(betaShare(x, a, b)).toBeCloseTo(share, 12);
  expect(betaQuantile(share, a, b)).toBeCloseTo(x, 12);
});

// A table that stands in every textbook.
test.each([
  [0.975, 1, 12.7062],
  [0.975, 9, 2.262157],
  [0.975, 49, 2.009575],
  [0.95, 4, 2.131847],
])("of Student's t, %d of %d degrees of freedom lie below %d", (share, freedom, t) => {
  expect(studentQuantile(share, freedom)).toBeCloseTo(t, 4);
});

test.each([
  [0, 0.5],
  [1.959963984540054, 0.975],
  [-1.959963984540054, 0.025],
  [-3, 0.0013498980316301],
  [40, 1],
])('of the normal distribution, below %d lies %d', (z, share) => {
  expect(normalShare(z)).toBeCloseTo(share, 12);
});

/** The distributions that intervals are made of: beta, Student's t, and the normal one. */
'use strict';

const { abs, exp, log, max, PI, sqrt } = Math;

const STEPS_MAX = 10_000;
const SMALLEST = 1e-300;
const ENOUGH = 1e-15;

/**
 * The regularised incomplete beta function, by the continued fraction of DLMF 8.17.22 and the algorithm of Lentz, as Thompson and Barnett (1986) have
 * it.
 *
 * @param {number} x from 0 to 1
 * @param {number} a over 0
 * @param {number} b over 0
 * @returns {number} the share of the beta distribution (a, b) that lies below x
 */
function betaShare(x, a, b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // Where the fraction converges fast.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaShare(1 - x, b, a);
  const front = exp(a * log(x) + b * log(1 - x) - logBeta(a, b)) / a;
  return front * fraction(x, a, b);
}

/**
 * @param {number} x
 * @param {number} a
 * @param {number} b
 */
function fraction(x, a, b) {
  let c = 1;
  let d = 1 / notZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m <= STEPS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / notZero(1 + term * d);
      c = notZero(1 + term / c);
      change = c * d;
      value *= change;
    }
    if (abs(change - 1) < ENOUGH) return value;
  }
  throw new Error(`the incomplete beta function does not converge: x ${x}, a ${a}, b ${b}`);
}

/** @param {number} value */
function notZero(value) {
  return abs(value) < SMALLEST ? SMALLEST : value;
}

/**
 * @param {number} a
 * @param {number} b
 */
function logBeta(a, b) {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/**
 * Stirling's series (DLMF 5.11.1), for which small values are first raised.
 *
 * @param {number} x over 0
 * @returns {number}
 */
function logGamma(x) {
  if (x < 10) return logGamma(x + 1) - log(x);
  const square = 1 / (x * x);
  const series = 1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680));
  return (x - 0.5) * log(x) - x + log(2 * PI) / 2 + series / x;
}

/**
 * @param {number} share from 0 to 1
 * @param {number} a over 0
 * @param {number} b over 0
 * @returns {number} below which that share of the beta distribution (a, b) lies
 */
function betaQuantile(share, a, b) {
  return bisect((x) => betaShare(x, a, b) < share, 0, 1);
}

/**
 * @param {number} share over 0.5 and under 1
 * @param {number} freedom degrees, over 0
 * @returns {number} below which that share of Student's t distribution lies
 */
function studentQuantile(share, freedom) {
  // Abramowitz and Stegun 26.5.27: what lies outside of -t and t.
  const x = betaQuantile(2 * (1 - share), freedom / 2, 0.5);
  return sqrt(freedom * (1 / max(x, SMALLEST) - 1));
}

/**
 * The series of Marsaglia, Evaluating the Normal Distribution (2004).
 *
 * @param {number} z
 * @returns {number} the share of the standard normal distribution that lies below z
 */
function normalShare(z) {
  if (abs(z) > 8) return z < 0 ? 0 : 1;
  let term = z;
  let sum = z;
  for (let i = 3; abs(term) > ENOUGH * abs(sum) && sum !== 0; i += 2) {
    term *= (z * z) / i;
    sum += term;
  }
  return 0.5 + sum * exp(-(z * z) / 2) * sqrt(1 / (2 * PI));
}

/**
 * @param {(x: number) => boolean} isBelow whether x lies below what is sought
 * @param {number} least
 * @param {number} most
 * @returns {number}
 */
function bisect(isBelow, least, most) {
  for (;;) {
    const middle = least + (most - least) / 2;
    if (middle === least || middle === most) return middle;
    if (isBelow(middle)) least = middle;
    else most = middle;
  }
}

module.exports = { betaQuantile, betaShare, normalShare, studentQuantile };

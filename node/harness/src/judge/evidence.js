'use strict';
// Evidence from one metric's harms by betting: how strongly they speak for "worse than theta" or "better than theta".
// Source: Waudby-Smith & Ramdas, Estimating means of bounded random variables by betting (arXiv 2010.09686).

// Looked up once: in Jest, where this runs most, every global is looked up through a proxy.
const { abs, exp, max, min, sqrt } = Math;

const RATES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const FIRST_BLOCKS = 3;
const FIRST_SCALE = 0.05;
const LEAST_SCALE = 0.005;
/** A scale is so many standard deviations. */
const SCALE_DEVIATIONS = 1.5;
/** Makes the median absolute deviation estimate a normal's standard deviation. */
const OF_MEDIAN_DISTANCE = 1.4826;

/** How boldly is bet where the distance counts, in standard deviations. */
const DISTANCE_RATES = [0.5, 1, 2];
/** No block counts for more standard deviations than this: not one alone, however far out, can decide. */
const DEVIATIONS_MAX = 2;
/** What is known beforehand of how far blocks lie apart weighs as much as so many blocks more. */
const KNOWN_BLOCKS = 4;

/** +1 bets on harm above theta, -1 on harm below it. @typedef {1 | -1} Side */

/**
 * The middle value; the mean of the two middle ones where the count is even.
 * @param {readonly number[]} values at least one
 * @returns {number} in the unit of the values
 */
function median(values) {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The harm that counts as a full bet in the next block. It looks at earlier blocks only: a bet that saw its own
 * outcome would not be fair.
 * @param {readonly number[]} earlier harms of the blocks before
 * @returns {number} a harm (log ratio), at least 0.005
 */
function nextScale(earlier) {
  if (earlier.length < FIRST_BLOCKS) return FIRST_SCALE;
  return max(LEAST_SCALE, SCALE_DEVIATIONS * deviationOf(earlier));
}

/**
 * @param {readonly number[]} harms one at least
 * @returns {number} their standard deviation, as a few that are far out do not change it
 */
function deviationOf(harms) {
  const centre = median(harms);
  return OF_MEDIAN_DISTANCE * median(harms.map((harm) => abs(harm - centre)));
}

/** The wealth of one side's bets at a fixed theta, grown block by block. */
class Evidence {
  /**
   * @param {number} theta harm (log ratio) that the bets are made against
   * @param {Side} side +1 grows when harms lie above theta, -1 when below
   */
  constructor(theta, side) {
    this.theta = theta;
    this.side = side;
    this.wealths = new Float64Array(RATES.length).fill(1);
  }

  /**
   * @param {number} harm of the next block (log ratio)
   * @param {number} scale what `nextScale` gave for it
   */
  add(harm, scale) {
    const bet = max(-1, min(1, (this.side * (harm - this.theta)) / scale));
    for (let i = 0; i < RATES.length; i++) this.wealths[i] *= 1 + RATES[i] * bet;
  }

  /** @returns {number} the mean wealth over all betting rates; 1 before the first block */
  get value() {
    return this.wealths.reduce((sum, wealth) => sum + wealth, 0) / RATES.length;
  }
}

/**
 * How far blocks lie apart: what is known beforehand of equal code, corrected by each block that is seen. Of a normal distribution it is the
 * deviation that is expected after them (Gelman et al., Bayesian Data Analysis, 2.6: scaled inverse chi-squared).
 */
class Spread {
  #blocks = 0;
  #mean = 0;
  #squares = 0;

  /** @param {number} known standard deviation of the harms of equal code (log ratio) */
  constructor(known) {
    this.known = known;
  }

  /** @returns {number} standard deviation (log ratio), by the blocks that were added */
  get deviation() {
    const seen = max(0, this.#blocks - 1);
    return sqrt((KNOWN_BLOCKS * this.known ** 2 + this.#squares) / (KNOWN_BLOCKS + seen));
  }

  /** @param {number} harm of the next block (log ratio) */
  add(harm) {
    this.#blocks += 1;
    const before = harm - this.#mean;
    this.#mean += before / this.#blocks;
    this.#squares += before * (harm - this.#mean);
  }
}

/**
 * Evidence from blocks of which it is known how far those of equal code lie apart. Bets alone do not quite double with a block,
 * however far out it is; here what is far beyond theta counts for more. Source: Howard, Ramdas, McAuliffe & Sekhon, Time-uniform Chernoff
 * bounds (arXiv 1808.03204), sub-Gaussian case; the mean of two kinds of evidence is evidence.
 */
class DistanceEvidence extends Evidence {
  #spread;

  /**
   * @param {number} theta harm (log ratio) that the bets are made against
   * @param {Side} side
   * @param {number} deviation standard deviation of the harms of equal code (log ratio), as far as it is known beforehand
   */
  constructor(theta, side, deviation) {
    super(theta, side);
    this.#spread = new Spread(deviation);
    this.distanceWealths = new Float64Array(DISTANCE_RATES.length).fill(1);
  }

  /**
   * @param {number} harm
   * @param {number} scale
   */
  add(harm, scale) {
    super.add(harm, scale);
    const distance = (this.side * (harm - this.theta)) / this.#spread.deviation;
    const beyond = min(DEVIATIONS_MAX, distance);
    for (let i = 0; i < DISTANCE_RATES.length; i++) {
      const rate = DISTANCE_RATES[i];
      this.distanceWealths[i] *= exp(rate * beyond - (rate * rate) / 2);
    }
    // Only now: a block that had a say in its own distance would not be fair.
    this.#spread.add(harm);
  }

  get value() {
    const ofDistances =
      this.distanceWealths.reduce((sum, wealth) => sum + wealth, 0) / DISTANCE_RATES.length;
    return (super.value + ofDistances) / 2;
  }
}

/**
 * @param {number} theta harm (log ratio) that the bets are made against
 * @param {Side} side
 * @param {number} [deviation] standard deviation of the harms of equal code, as far as it is known beforehand; 0: it is not known, and distances do
 *   not count
 * @returns {Evidence}
 */
function evidenceOf(theta, side, deviation = 0) {
  return deviation > 0 ? new DistanceEvidence(theta, side, deviation) : new Evidence(theta, side);
}

/**
 * The theta at which one side's evidence falls to a level: an end of the interval that this side cannot reject.
 * @param {readonly number[]} harms log ratios, in order of blocks
 * @param {readonly number[]} scales `nextScale` of each
 * @param {number} level evidence that rejects
 * @param {Side} side +1 the lower end, -1 the upper
 * @param {number} [deviation] as in `evidenceOf`
 * @returns {number | null} a harm (log ratio); null where no theta is rejected
 */
function intervalEnd(harms, scales, level, side, deviation = 0) {
  if (harms.length === 0) return null;
  const least = harms.reduce((a, b) => min(a, b));
  const most = harms.reduce((a, b) => max(a, b));
  const widest = scales.reduce((a, b) => max(a, b));
  // At that distance every block counts in full.
  const reach = max(widest, deviation > 0 ? DEVIATIONS_MAX * (deviation + most - least) : 0);
  let [rejected, kept] = side === 1 ? [least - reach, most + reach] : [most + reach, least - reach];
  const evidenceAt = (/** @type {number} */ theta) => {
    const evidence = evidenceOf(theta, side, deviation);
    harms.forEach((harm, i) => evidence.add(harm, scales[i]));
    return evidence.value;
  };
  if (evidenceAt(rejected) < level) return null;
  for (;;) {
    const middle = rejected + (kept - rejected) / 2;
    if (middle === rejected || middle === kept) return rejected;
    if (evidenceAt(middle) >= level) rejected = middle;
    else kept = middle;
  }
}

module.exports = { evidenceOf, intervalEnd, deviationOf, median, nextScale };

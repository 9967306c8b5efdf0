'use strict';
// Evidence from one metric's harms by betting: how strongly they speak for "worse than theta" or "better than theta".
// Source: Waudby-Smith & Ramdas, Estimating means of bounded random variables by betting (arXiv 2010.09686).

// Looked up once: in Jest, where this runs most, every global is looked up through a proxy.
const { abs, max, min } = Math;

const RATES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const FIRST_BLOCKS = 3;
const FIRST_SCALE = 0.05;
const LEAST_SCALE = 0.005;
/** 1.4826 makes the median absolute deviation estimate a normal's standard deviation. */
const SCALE_PER_DEVIATION = 1.5 * 1.4826;

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
  const centre = median(earlier);
  const deviation = median(earlier.map((harm) => abs(harm - centre)));
  return max(LEAST_SCALE, SCALE_PER_DEVIATION * deviation);
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
 * The theta at which one side's evidence falls to a level: an end of the interval that this side cannot reject.
 * @param {readonly number[]} harms log ratios, in order of blocks
 * @param {readonly number[]} scales `nextScale` of each
 * @param {number} level evidence that rejects
 * @param {Side} side +1 the lower end, -1 the upper
 * @returns {number | null} a harm (log ratio); null where no theta is rejected
 */
function intervalEnd(harms, scales, level, side) {
  if (harms.length === 0) return null;
  const reach = scales.reduce((widest, scale) => max(widest, scale));
  const least = harms.reduce((a, b) => min(a, b)) - reach;
  const most = harms.reduce((a, b) => max(a, b)) + reach;
  let [rejected, kept] = side === 1 ? [least, most] : [most, least];
  if (evidenceAt(rejected, harms, scales, side) < level) return null;
  for (;;) {
    const middle = rejected + (kept - rejected) / 2;
    if (middle === rejected || middle === kept) return rejected;
    if (evidenceAt(middle, harms, scales, side) >= level) rejected = middle;
    else kept = middle;
  }
}

/**
 * @param {number} theta
 * @param {readonly number[]} harms
 * @param {readonly number[]} scales
 * @param {Side} side
 */
function evidenceAt(theta, harms, scales, side) {
  const evidence = new Evidence(theta, side);
  harms.forEach((harm, i) => evidence.add(harm, scales[i]));
  return evidence.value;
}

module.exports = { Evidence, intervalEnd, median, nextScale };

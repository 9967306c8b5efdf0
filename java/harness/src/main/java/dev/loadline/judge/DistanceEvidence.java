// How strongly harms speak for "worse" or "better", where it is known how far those of equal code
// lie apart.
package dev.loadline.judge;

import java.util.Arrays;

/**
 * Evidence from blocks of which it is known how far those of equal code lie apart. Bets alone do
 * not quite double with a block, however far out it is; here what is far beyond theta counts for
 * more.
 *
 * <p>Source: Howard, Ramdas, McAuliffe &amp; Sekhon, Time-uniform Chernoff bounds (arXiv
 * 1808.03204), sub-Gaussian case; the mean of two kinds of evidence is evidence.
 */
final class DistanceEvidence extends Evidence {
  /** How boldly is bet where the distance counts, in standard deviations. */
  private static final double[] DISTANCE_RATES = {0.5, 1, 2};

  /**
   * No block counts for more standard deviations than this: not one alone, however far out, can
   * decide.
   */
  private static final double DEVIATIONS_MAX = 2;

  private final double[] distanceWealths = new double[DISTANCE_RATES.length];
  private final Spread spread;

  DistanceEvidence(double theta, Side side, double deviation) {
    super(theta, side);
    this.spread = new Spread(deviation);
    Arrays.fill(distanceWealths, 1);
  }

  @Override
  public void add(double harm, double scale) {
    super.add(harm, scale);
    double distance = side.sign * (harm - theta) / spread.deviation();
    double beyond = Math.min(DEVIATIONS_MAX, distance);
    for (int i = 0; i < DISTANCE_RATES.length; i++) {
      double rate = DISTANCE_RATES[i];
      distanceWealths[i] *= Math.exp(rate * beyond - rate * rate / 2);
    }
    // Only now: a block that had a say in its own distance would not be fair.
    spread.add(harm);
  }

  @Override
  public double value() {
    return (super.value() + Arrays.stream(distanceWealths).sum() / DISTANCE_RATES.length) / 2;
  }

  /**
   * @param range between the least of the harms and the most
   * @return a distance from theta at which every block counts in full
   */
  static double reach(double deviation, double range) {
    return DEVIATIONS_MAX * (deviation + range);
  }
}

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
  private double deviation;

  DistanceEvidence(double theta, Side side, double deviation) {
    super(theta, side);
    this.deviation = deviation;
    Arrays.fill(distanceWealths, 1);
  }

  @Override
  public void add(double harm, double scale) {
    super.add(harm, scale);
    // Where blocks were seen to lie further apart than is known, more of them are needed.
    deviation = Math.max(deviation, scale / SCALE_DEVIATIONS);
    double beyond = Math.min(DEVIATIONS_MAX, side.sign * (harm - theta) / deviation);
    for (int i = 0; i < DISTANCE_RATES.length; i++) {
      double rate = DISTANCE_RATES[i];
      distanceWealths[i] *= Math.exp(rate * beyond - rate * rate / 2);
    }
  }

  @Override
  public double value() {
    return (super.value() + Arrays.stream(distanceWealths).sum() / DISTANCE_RATES.length) / 2;
  }

  /**
   * @param widest of the scales
   * @return a distance from theta at which every block counts in full
   */
  static double reach(double deviation, double widest) {
    return Math.max(DEVIATIONS_MAX * deviation, 2 * widest);
  }
}

// How strongly the harms of pairs of processes speak for "worse", where it is known how far those
// of equal code lie apart.
package dev.loadline.judge;

import java.util.Arrays;

/**
 * Evidence from pairs of processes of which it is known how far those of equal code lie apart. Bets
 * alone do not quite double with a pair, however slow it is; here what is far beyond theta counts
 * for more.
 *
 * <p>Source: Howard, Ramdas, McAuliffe &amp; Sekhon, Time-uniform Chernoff bounds (arXiv
 * 1808.03204), sub-Gaussian case; the mean of two kinds of evidence is evidence.
 */
final class PairEvidence extends Evidence {
  /** How boldly is bet on pairs, in standard deviations. */
  private static final double[] PAIR_RATES = {0.5, 1, 2};

  /**
   * No pair counts for more standard deviations than this: not one alone, however bad, can fail a
   * run.
   */
  private static final double PAIR_DEVIATIONS_MAX = 2;

  private final double[] pairWealths = new double[PAIR_RATES.length];
  private double deviation;

  PairEvidence(double theta, Side side, double deviation) {
    super(theta, side);
    this.deviation = deviation;
    Arrays.fill(pairWealths, 1);
  }

  @Override
  public void add(double harm, double scale) {
    super.add(harm, scale);
    // Where pairs were seen to lie further apart than is known, more of them are needed.
    deviation = Math.max(deviation, scale / SCALE_DEVIATIONS);
    double beyond = Math.min(PAIR_DEVIATIONS_MAX, side.sign * (harm - theta) / deviation);
    for (int i = 0; i < PAIR_RATES.length; i++) {
      double rate = PAIR_RATES[i];
      pairWealths[i] *= Math.exp(rate * beyond - rate * rate / 2);
    }
  }

  @Override
  public double value() {
    return (super.value() + Arrays.stream(pairWealths).sum() / PAIR_RATES.length) / 2;
  }

  /**
   * @param widest of the scales
   * @return a distance from theta at which every block counts in full
   */
  static double reach(double deviation, double widest) {
    return Math.max(PAIR_DEVIATIONS_MAX * deviation, 2 * widest);
  }
}

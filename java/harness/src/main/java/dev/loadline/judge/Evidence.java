// How strongly one metric's harms speak for "worse" or "better", by betting.
package dev.loadline.judge;

import java.util.Arrays;
import java.util.List;

/**
 * Evidence from one metric's harms by betting: how strongly they speak for "worse than theta" or
 * "better than theta".
 *
 * <p>Source: Waudby-Smith &amp; Ramdas, Estimating means of bounded random variables by betting
 * (arXiv 2010.09686).
 */
public class Evidence {
  private static final double[] RATES = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  private static final int FIRST_BLOCKS = 3;
  private static final double FIRST_SCALE = 0.05;
  private static final double LEAST_SCALE = 0.005;

  /** A scale is so many standard deviations. */
  private static final double SCALE_DEVIATIONS = 1.5;

  /** Makes the median absolute deviation estimate a normal's standard deviation. */
  private static final double OF_MEDIAN_DISTANCE = 1.4826;

  /** Which way the bets go. */
  public enum Side {
    /** Grows when harms lie above theta. */
    ABOVE(1),
    /** Grows when harms lie below theta. */
    BELOW(-1);

    final int sign;

    Side(int sign) {
      this.sign = sign;
    }
  }

  final double theta;
  final Side side;
  private final double[] wealths = new double[RATES.length];

  Evidence(double theta, Side side) {
    this.theta = theta;
    this.side = side;
    Arrays.fill(wealths, 1);
  }

  /**
   * @param deviation standard deviation of the harms of equal code, as far as it is known
   *     beforehand; 0: it is not known, and distances do not count
   */
  public static Evidence of(double theta, Side side, double deviation) {
    return deviation > 0 ? new DistanceEvidence(theta, side, deviation) : new Evidence(theta, side);
  }

  /** Bets on the next block, whose harm counts in full from {@code scale} on. */
  public void add(double harm, double scale) {
    double bet = Math.max(-1, Math.min(1, side.sign * (harm - theta) / scale));
    for (int i = 0; i < RATES.length; i++) {
      wealths[i] *= 1 + RATES[i] * bet;
    }
  }

  /** The mean wealth over all betting rates; 1 before the first block. */
  public double value() {
    return Arrays.stream(wealths).sum() / RATES.length;
  }

  /** The middle value; the mean of the two middle ones where the count is even. */
  public static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * The harm that counts as a full bet in the next block. It looks at earlier blocks only: a bet
   * that saw its own outcome would not be fair.
   */
  public static double nextScale(List<Double> earlier) {
    if (earlier.size() < FIRST_BLOCKS) {
      return FIRST_SCALE;
    }
    return Math.max(LEAST_SCALE, SCALE_DEVIATIONS * deviation(earlier));
  }

  /**
   * The standard deviation, as a few that are far out do not change it.
   *
   * @param values harms, one at least
   */
  public static double deviation(List<Double> values) {
    double[] harms = values.stream().mapToDouble(Double::doubleValue).toArray();
    double centre = median(harms);
    return OF_MEDIAN_DISTANCE
        * median(Arrays.stream(harms).map(harm -> Math.abs(harm - centre)).toArray());
  }

  /**
   * The theta at which one side's evidence falls to a level: an end of the interval that this side
   * cannot reject.
   *
   * @param deviation as in {@link #of}
   * @return a harm (log ratio); null where no theta is rejected
   */
  public static Double intervalEnd(
      List<Double> harms, List<Double> scales, double level, Side side, double deviation) {
    if (harms.isEmpty()) {
      return null;
    }
    double least = harms.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    double most = harms.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    double widest = scales.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    // At that distance every block counts in full.
    double ofDistance = deviation > 0 ? DistanceEvidence.reach(deviation, most - least) : 0;
    double reach = Math.max(widest, ofDistance);
    double rejected = side == Side.ABOVE ? least - reach : most + reach;
    double kept = side == Side.ABOVE ? most + reach : least - reach;
    if (evidenceAt(rejected, harms, scales, side, deviation) < level) {
      return null;
    }
    while (true) {
      double middle = rejected + (kept - rejected) / 2;
      if (middle == rejected || middle == kept) {
        return rejected;
      }
      if (evidenceAt(middle, harms, scales, side, deviation) >= level) {
        rejected = middle;
      } else {
        kept = middle;
      }
    }
  }

  private static double evidenceAt(
      double theta, List<Double> harms, List<Double> scales, Side side, double deviation) {
    Evidence evidence = of(theta, side, deviation);
    for (int i = 0; i < harms.size(); i++) {
      evidence.add(harms.get(i), scales.get(i));
    }
    return evidence.value();
  }
}

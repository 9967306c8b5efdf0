// Tells from the speeds of consecutive slices whether a server is still warming up.
package dev.loadline.measure;

import java.util.Arrays;
import java.util.List;

final class Steady {
  private static final int WINDOW = 3;
  private static final double MOVE_MAX = 0.02;

  /** Two-sided 5 % of the standard normal distribution. */
  private static final double TREND_Z = 1.96;

  private Steady() {}

  /**
   * Steady are two consecutive windows whose medians differ by less than 2 %, without a trend.
   *
   * @param speeds in order of time
   */
  static boolean isSteady(List<Double> speeds) {
    if (speeds.size() < 2 * WINDOW) {
      return false;
    }
    double[] last = array(speeds.subList(speeds.size() - 2 * WINDOW, speeds.size()));
    if (Arrays.stream(last).anyMatch(speed -> !(speed > 0))) {
      return false;
    }
    double before = median(Arrays.copyOfRange(last, 0, WINDOW));
    double after = median(Arrays.copyOfRange(last, WINDOW, 2 * WINDOW));
    return Math.abs(Math.log(after / before)) < MOVE_MAX && !hasTrend(last);
  }

  /**
   * The test of Mann (1945) and Kendall, with the normal approximation and continuity correction.
   */
  static boolean hasTrend(double[] values) {
    return hasTrend(values, TREND_Z);
  }

  /**
   * @param z how many standard deviations a trend must lie from none
   */
  static boolean hasTrend(double[] values, double z) {
    int n = values.length;
    double score = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        score += Math.signum(values[j] - values[i]);
      }
    }
    double deviation = Math.sqrt(n * (n - 1.0) * (2 * n + 5) / 18);
    return (Math.abs(score) - 1) / deviation >= z;
  }

  /**
   * @param values at least one
   */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}

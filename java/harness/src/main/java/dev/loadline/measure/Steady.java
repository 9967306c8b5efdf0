// Tells from the speeds of consecutive slices whether a server is still warming up.
package dev.loadline.measure;

import dev.loadline.judge.Evidence;
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
    List<Double> last = speeds.subList(speeds.size() - 2 * WINDOW, speeds.size());
    if (last.stream().anyMatch(speed -> !(speed > 0))) {
      return false;
    }
    double before = median(last.subList(0, WINDOW));
    double after = median(last.subList(WINDOW, 2 * WINDOW));
    return Math.abs(Math.log(after / before)) < MOVE_MAX && !hasTrend(last);
  }

  /**
   * The test of Mann (1945) and Kendall, with the normal approximation and continuity correction.
   */
  static boolean hasTrend(List<Double> values) {
    return hasTrend(values, TREND_Z);
  }

  /**
   * @param z how many standard deviations a trend must lie from none
   */
  static boolean hasTrend(List<Double> values, double z) {
    int n = values.size();
    double score = 0;
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        score += Math.signum(values.get(j) - values.get(i));
      }
    }
    double deviation = Math.sqrt(n * (n - 1.0) * (2 * n + 5) / 18);
    return (Math.abs(score) - 1) / deviation >= z;
  }

  /**
   * @param values at least one
   */
  static double median(List<Double> values) {
    return Evidence.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}

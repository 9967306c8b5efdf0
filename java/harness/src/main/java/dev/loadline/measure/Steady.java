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

  static boolean hasTrend(List<Double> values) {
    return hasTrend(values, TREND_Z);
  }

  /**
   * @param z how many standard deviations a trend must lie from none
   */
  static boolean hasTrend(List<Double> values, double z) {
    return haveTrend(List.of(values), z);
  }

  /**
   * The test of Mann (1945) and Kendall, with the normal approximation and continuity correction;
   * of several series as of seasons (Hirsch, Slack & Smith 1982): each has a level of its own, and
   * only values of the same one are compared.
   *
   * @param series each in order of time
   */
  static boolean haveTrend(List<List<Double>> series, double z) {
    double score = series.stream().mapToDouble(Steady::risesIn).sum();
    double variance =
        series.stream()
            .mapToDouble(List::size)
            .map(size -> size * (size - 1) * (2 * size + 5) / 18)
            .sum();
    return (Math.abs(score) - 1) / Math.sqrt(variance) >= z;
  }

  /** In how many more pairs the later value is the higher one than the lower one. */
  private static double risesIn(List<Double> values) {
    double score = 0;
    for (int i = 0; i < values.size(); i++) {
      for (int j = i + 1; j < values.size(); j++) {
        score += Math.signum(values.get(j) - values.get(i));
      }
    }
    return score;
  }

  /**
   * Where a series most looks as if it had moved to another level.
   *
   * @param after so many values, at least one before the last
   * @param chance a bound for how easily chance would look like that
   */
  record ChangePoint(int after, double chance) {}

  /**
   * The test of Pettitt (1979).
   *
   * @param values in order of time; at least two
   */
  static ChangePoint changePointOf(List<Double> values) {
    int n = values.size();
    double most = -1;
    int after = 0;
    for (int at = 1; at < n; at++) {
      double strength = Math.abs(excess(values, at));
      if (strength > most) {
        most = strength;
        after = at;
      }
    }
    double chance = 2 * Math.exp(-6 * most * most / (Math.pow(n, 3) + Math.pow(n, 2)));
    return new ChangePoint(after, Math.min(1, chance));
  }

  /** In how many more pairs the later value is the higher one than the lower one. */
  private static double excess(List<Double> values, int after) {
    return values.subList(after, values.size()).stream()
        .flatMap(late -> values.subList(0, after).stream().map(early -> Math.signum(late - early)))
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  /**
   * @param values at least one
   */
  static double median(List<Double> values) {
    return Evidence.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}

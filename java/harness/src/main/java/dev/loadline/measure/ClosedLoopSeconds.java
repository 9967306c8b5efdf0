// How long a slice of throughput lasts: on a workload that takes its time, longer than usual.
package dev.loadline.measure;

import java.util.List;

final class ClosedLoopSeconds {
  /**
   * With a dozen answers, where the window happens to end counts as much as what the server does.
   */
  private static final double ENOUGH_ANSWERS = 100;

  /** A run has to end. */
  private static final double SECONDS_MAX = 0.6;

  private ClosedLoopSeconds() {}

  /**
   * @param usual seconds
   * @param speeds answers a second that arms gave when they settled; where none is known, the usual
   *     is taken
   * @return seconds in which the slowest of them gives enough
   */
  static double of(double usual, List<Double> speeds) {
    return speeds.stream()
        .min(Double::compare)
        .map(slowest -> Math.max(usual, Math.min(ENOUGH_ANSWERS / slowest, SECONDS_MAX)))
        .orElse(usual);
  }
}

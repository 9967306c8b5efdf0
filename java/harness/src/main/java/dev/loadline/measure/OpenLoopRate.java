// The rate at which a workload's p99 is measured: one for all arms and all blocks.
package dev.loadline.measure;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;

record OpenLoopRate(double perSecond, double sliceSeconds) {
  /**
   * A server that stalls once a second must show it in every slice: were it in one of three, the
   * two would be believed.
   */
  static final double SECONDS_MIN = 1;

  /** A few more than needed, since the window cuts some. */
  private static final double REQUESTS = 1.05 * Metric.P99_REQUESTS_MIN;

  /**
   * Of the slowest arm's capacity: there a queue is short, and still tells of a server that stalls.
   */
  private static final double SHARE = 0.5;

  /**
   * No more than the shortest slice needs: after a stall of the server its answers come in a bunch,
   * and while the driver reads them it sends nothing. At this rate that makes it late by less than
   * a tenth of the stall; at half of what a fast server does, by half of it.
   */
  private static final double RATE_MAX = REQUESTS / SECONDS_MIN;

  /**
   * @param capacities requests a second that each arm can do; those that did nothing are not among
   *     the slowest
   * @return empty where nothing is known of any
   */
  static Optional<OpenLoopRate> of(Collection<Double> capacities) {
    OptionalDouble slowest =
        capacities.stream().mapToDouble(Double::doubleValue).filter(speed -> speed > 0).min();
    if (slowest.isEmpty()) {
      return Optional.empty();
    }
    double perSecond = Math.min(RATE_MAX, SHARE * slowest.getAsDouble());
    return Optional.of(new OpenLoopRate(perSecond, Math.max(SECONDS_MIN, REQUESTS / perSecond)));
  }
}

// The rate at which a workload's p99 is measured: one for all arms and all blocks.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Kind;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

final class OpenLoopRate {
  /**
   * Of the slowest arm's capacity: there a queue is short, and still tells of a server that stalls.
   */
  private static final double SHARE = 0.5;

  /**
   * Shorter slices would miss what happens once a second, and every other block would look well.
   */
  private static final double SECONDS_MIN = 1.05;

  /** A few more than needed, since the window cuts some. */
  private static final double REQUESTS = 1.05 * Sample.P99_REQUESTS_MIN;

  /**
   * No more than the shortest slice needs: after a stall of the server its answers come in a bunch,
   * and while the driver reads them it sends nothing. At half of what a fast server does that makes
   * it late by a good part of the stall.
   */
  private static final double RATE_MAX = REQUESTS / SECONDS_MIN;

  /** Of what passes, on a machine that is not quiet. */
  private static final int USUAL_BLOCKS = 10;

  /** Connections are opened and closed, and the machine is looked at. */
  private static final double OVERHEAD_SECONDS = 0.1;

  private final double secondsMax;
  private OptionalDouble perSecond = OptionalDouble.empty();
  private Optional<String> whyNone = Optional.empty();

  /**
   * @param secondsMax a slice that would take longer is not measured
   */
  OpenLoopRate(double secondsMax) {
    this.secondsMax = secondsMax;
  }

  /** Is it known, so that slices can be made? */
  boolean isChosen() {
    return perSecond.isPresent() && whyNone.isEmpty();
  }

  /** Why there is no p99 in this run; empty as long as there may be one. */
  Optional<String> whyNone() {
    return whyNone;
  }

  double perSecond() {
    return perSecond.orElseThrow();
  }

  double sliceSeconds() {
    return Math.max(SECONDS_MIN, REQUESTS / perSecond());
  }

  /**
   * @param slices of all blocks of throughput
   * @param arms that are measured
   * @param secondsLeft for the workload
   */
  void choose(List<BlockSlice> slices, Collection<String> arms, double secondsLeft) {
    Map<String, List<Double>> speeds =
        slices.stream()
            .filter(slice -> arms.contains(slice.arm()) && slice.kind() == Kind.THROUGHPUT)
            .filter(slice -> slice.whyUnusable().isEmpty())
            .collect(
                Collectors.groupingBy(
                    BlockSlice::arm,
                    Collectors.mapping(
                        slice -> slice.sample().orElseThrow().requestsPerSecond(),
                        Collectors.toList())));
    choose(speeds.values().stream().map(Steady::array).mapToDouble(Steady::median).min());
    forgoIfTooLong(arms.size(), secondsLeft);
  }

  private void forgoIfTooLong(int arms, double secondsLeft) {
    if (isChosen() && arms * USUAL_BLOCKS * (sliceSeconds() + OVERHEAD_SECONDS) > secondsLeft) {
      whyNone =
          Optional.of(
              "%d slices of %.1f s are usual, and the run has no time for that (-Dloadline.minutes)"
                  .formatted(arms * USUAL_BLOCKS, sliceSeconds()));
    }
  }

  private void choose(OptionalDouble slowest) {
    if (slowest.isEmpty()) {
      whyNone = Optional.of("no throughput is known by which to choose a rate");
      return;
    }
    perSecond = OptionalDouble.of(Math.min(RATE_MAX, slowest.getAsDouble() * SHARE));
    if (sliceSeconds() > secondsMax) {
      whyNone =
          Optional.of(
              "%,d requests take %.1f s, and the run has no time for that"
                  .formatted(Sample.P99_REQUESTS_MIN, sliceSeconds()));
    }
  }
}

// Tells from the blocks of a cell whether its server never came to rest: its speed or its memory
// moves on.
package dev.loadline.measure;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

final class NeverSteady {
  /**
   * In a run there are some hundred cells, and noise alone must not make one of them look like a
   * trend: two-sided 0.1 % of the standard normal distribution.
   */
  private static final double TREND_Z = 3.29;

  /**
   * A JVM whose compilers are busy gives them a fifth to a half of its core; one that is warm, some
   * hundredths.
   */
  private static final double COMPILER_SHARE_MAX = 0.1;

  /** Less than a tenth is nothing to stop a gate for: an early half against a late one. */
  private static final double MOVE_MIN = Math.log(1.1);

  /** A JVM fills up its heap before it collects, most of it in the warm-up; a leak goes on. */
  private static final double GROWTH_BYTES_MIN = 128 * 1024 * 1024;

  private static final double MEBIBYTE = 1024 * 1024;

  private NeverSteady() {}

  /**
   * @param harms of throughput, in order of the blocks: the machine's own drift is divided out
   * @param residentBytes of the server after each slice
   */
  static Optional<String> why(double[] harms, double[] residentBytes) {
    // Both, where both move: a leak slows its server too, and is what to look for.
    String moves =
        Stream.of(throughputMove(harms), memoryMove(residentBytes))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    return moves.isEmpty() ? Optional.empty() : Optional.of("never steady: " + moves);
  }

  private static Optional<String> throughputMove(double[] harms) {
    if (!isMoving(harms, MOVE_MIN)) {
      return Optional.empty();
    }
    long percent = Math.round(Math.abs(Math.exp(movement(harms)) - 1) * 100);
    return Optional.of(
        "its throughput moved by %d %% from the first half of the blocks to the last"
            .formatted(percent));
  }

  private static Optional<String> memoryMove(double[] residentBytes) {
    if (!isMoving(residentBytes, GROWTH_BYTES_MIN) || movement(residentBytes) < 0) {
      return Optional.empty();
    }
    return Optional.of(
        "its memory grew by %d MiB from the first half of the slices to the last"
            .formatted(Math.round(movement(residentBytes) / MEBIBYTE)));
  }

  /**
   * What fails a JVM that still compiles is how young it is: on a slow machine it needs a minute
   * for what takes it seconds elsewhere, longer than any build would warm it.
   *
   * @param compilerShares of one metric and one set of processes: CPU time of the server's
   *     compilers in each block, as a share of one core
   */
  static Optional<String> whyStillWarming(double[] compilerShares) {
    if (compilerShares.length == 0 || Steady.median(compilerShares) <= COMPILER_SHARE_MAX) {
      return Optional.empty();
    }
    return Optional.of(
        "never steady: it still warmed up, its compilers had %d %% of a core"
            .formatted(Math.round(Steady.median(compilerShares) * 100)));
  }

  private static boolean isMoving(double[] values, double least) {
    return values.length > 1
        && Steady.hasTrend(values, TREND_Z)
        && Math.abs(movement(values)) >= least;
  }

  /** Median of the last half less that of the first. */
  private static double movement(double[] values) {
    int half = values.length / 2;
    return Steady.median(Arrays.copyOfRange(values, values.length - half, values.length))
        - Steady.median(Arrays.copyOfRange(values, 0, half));
  }
}

// A metric: throughput or p99 of one stack on one workload, held against one limit.
package dev.loadline.measure;

import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.thresholds.Limit;
import java.util.Optional;

/**
 * @param passBelow a harm, counted from the limit: what is better for certain passes
 * @param pairDeviation of a metric of two revisions: how far pairs of equal code lie apart; else 0
 * @param whyNot why it is left to another run
 */
public record Metric(
    String subject,
    String workload,
    Limit limit,
    double passBelow,
    double pairDeviation,
    Optional<String> whyNot) {
  /** A p99 of fewer requests is little more than the largest values. */
  public static final long P99_REQUESTS_MIN = 2_000;

  /**
   * How far the blocks of one process lie apart (standard deviation of the log ratio), as known
   * beforehand. Limits lie several of these off, so that a few blocks suffice for a pass; where
   * blocks are seen to differ by more, that counts.
   */
  private static final double THROUGHPUT_DEVIATION = 0.3;

  private static final double P99_DEVIATION = 0.9;

  private static final double MICROS_A_MILLI = 1_000;

  /** What keeps its limit passes. */
  public Metric(String subject, String workload, Limit limit, Optional<String> whyNot) {
    this(subject, workload, limit, 0, 0, whyNot);
  }

  /** Such as {@code java/javalin hash.throughput}. */
  public String name() {
    String what =
        switch (limit.kind()) {
          case THROUGHPUT_OF_YARDSTICK_MIN, THROUGHPUT_OF_BASE_MIN -> "throughput";
          case P99_OF_YARDSTICK_MAX, P99_OF_BASE_MAX -> "p99";
          case REQUESTS_PER_SECOND_MIN -> "requestsPerSecond";
          case P99_MILLIS_MAX -> "p99Millis";
        };
    return subject + " " + workload + "." + what;
  }

  /** Of the slices that it is measured in. */
  Kind kind() {
    return Kind.of(limit.kind().quantity());
  }

  /**
   * Of what is held against a fixed limit: by how much one block of a process differs from the
   * next; else that of pairs.
   */
  double passDeviation() {
    boolean isFixed = passBelow == 0;
    if (!isFixed) {
      return pairDeviation;
    }
    return kind() == Kind.P99 ? P99_DEVIATION : THROUGHPUT_DEVIATION;
  }

  /** Is it divided by what the reference did in the same block? */
  boolean isRelative() {
    return limit.kind().isRelative();
  }

  /** What the limit speaks of: requests a second, or milliseconds. */
  static double figureOf(Kind kind, Sample sample) {
    return kind == Kind.P99
        ? sample.p99Micros().orElseThrow() / MICROS_A_MILLI
        : sample.requestsPerSecond();
  }

  /** Why a sample has no such figure; empty when it has. */
  static Optional<String> whyNoFigure(Kind kind, Sample sample) {
    if (sample.valid() == 0) {
      return Optional.of("nothing was answered in its window");
    }
    boolean isFew = sample.valid() < P99_REQUESTS_MIN || sample.p99Micros().isEmpty();
    return kind == Kind.P99 && isFew
        ? Optional.of("fewer than %,d requests".formatted(P99_REQUESTS_MIN))
        : Optional.empty();
  }
}

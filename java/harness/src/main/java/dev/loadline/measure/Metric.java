// What is judged: one limit of one stack in one workload, and its harm in every block.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.BlockSlice.Role;
import dev.loadline.thresholds.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public record Metric(String stack, String workload, Limit limit) {
  private static final double MICROS_A_MILLI = 1_000;

  /** Such as {@code java/javalin hash.throughput}. */
  public String name() {
    String what =
        switch (limit.kind()) {
          case THROUGHPUT_OF_YARDSTICK_MIN -> "throughput";
          case P99_OF_YARDSTICK_MAX -> "p99";
          case REQUESTS_PER_SECOND_MIN -> "requestsPerSecond";
          case P99_MILLIS_MAX -> "p99Millis";
        };
    return stack + " " + workload + "." + what;
  }

  Kind kind() {
    return Kind.of(limit.kind().quantity());
  }

  boolean isRelative() {
    return limit.kind().isRelative();
  }

  /** Can it not be measured without this stack in this role? */
  boolean needs(String id, Role role) {
    return role == Role.SUBJECT
        ? stack.equals(id)
        : isRelative() && Arm.yardstickOf(stack).equals(id);
  }

  /**
   * Its blocks so far, of one set of processes.
   *
   * @param process which set, from 1 on
   * @param harms one a block that counts
   * @param compilerShares CPU time of the server's compilers in the same blocks, as shares of one
   *     core; none unless it is a JVM
   * @param leftOut why the others do not
   */
  record Series(
      int process, List<Double> harms, List<Double> compilerShares, List<String> leftOut) {
    /**
     * So many that are left out for one that counts: then what is left is chance. On a noisy
     * machine every second block is left out.
     */
    private static final int LEFT_OUT_FOR_ONE_MAX = 3;

    int blocks() {
      return harms.size() + leftOut.size();
    }

    boolean isMostlyInvalid() {
      return isTooMany(leftOut.size());
    }

    /** Most are invalid, and not because others had the CPU, which may pass. */
    boolean isInvalidForGood() {
      return isTooMany(leftOut.stream().filter(reason -> !WhyInvalid.isStolen(reason)).count());
    }

    private boolean isTooMany(long blocksLeftOut) {
      return blocksLeftOut > (long) LEFT_OUT_FOR_ONE_MAX * harms.size();
    }
  }

  /**
   * @param slices of all arms, in order of time
   * @param process the set of processes
   */
  Series series(List<BlockSlice> slices, int process) {
    Series series = new Series(process, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    slices.stream()
        .filter(slice -> slice.role() == Role.SUBJECT && slice.arm().equals(stack))
        .filter(slice -> slice.workload().equals(workload) && slice.kind() == kind())
        .filter(slice -> slice.process() == process)
        .forEach(own -> add(own, slices, series));
    return series;
  }

  private void add(BlockSlice own, List<BlockSlice> slices, Series series) {
    Optional<BlockSlice> yardstick = isRelative() ? yardstick(own, slices) : Optional.empty();
    Optional<String> unusable =
        own.whyUnusable().or(() -> isRelative() ? whyUnusable(yardstick) : Optional.empty());
    if (unusable.isPresent()) {
      series.leftOut().add(unusable.get());
    } else {
      double unit = yardstick.map(this::figure).orElse(1.0);
      series.harms().add(limit.harmOf(figure(own) / unit));
      own.sample().orElseThrow().compilerShare().ifPresent(series.compilerShares()::add);
    }
  }

  private Optional<BlockSlice> yardstick(BlockSlice own, List<BlockSlice> slices) {
    return slices.stream()
        .filter(slice -> slice.block() == own.block() && slice.kind() == own.kind())
        .filter(slice -> slice.workload().equals(workload) && slice.process() == own.process())
        .filter(slice -> slice.arm().equals(Arm.yardstickOf(stack)))
        .findFirst();
  }

  private static Optional<String> whyUnusable(Optional<BlockSlice> yardstick) {
    if (yardstick.isEmpty()) {
      return Optional.of("the yardstick was not measured");
    }
    boolean wrong = yardstick.get().sample().filter(sample -> sample.errors() > 0).isPresent();
    return yardstick
        .get()
        .whyUnusable()
        .or(() -> wrong ? Optional.of("wrong answers") : Optional.empty())
        .map(reason -> "the yardstick: " + reason);
  }

  /** Requests a second, or milliseconds. */
  private double figure(BlockSlice usable) {
    Sample sample = usable.sample().orElseThrow();
    return usable.kind() == Kind.THROUGHPUT
        ? sample.requestsPerSecond()
        : sample.p99Micros().orElseThrow() / MICROS_A_MILLI;
  }
}

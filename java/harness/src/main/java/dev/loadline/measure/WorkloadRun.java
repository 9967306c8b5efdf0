// Measures one workload on warm arms, in blocks: throughput until it is decided, then p99.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.WorkloadSlices.Place;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

final class WorkloadRun {
  private static final double SETTLE_SLICE_SECONDS = 0.15;

  /** So many tell what an arm can do, where nothing else is asked of its throughput. */
  private static final int CAPACITY_BLOCKS = 3;

  private static final int TOLD_BLOCKS = 5;

  private static final double NANOS_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final WorkloadSlices slices;
  private final List<Arm> arms;
  private final List<Metric> metrics;
  private final Assurance assurance;
  private final Equipment equipment;
  private final OpenLoopRate rate;
  private int blocks;

  /**
   * @param slices that the warm-up has begun
   * @param arms the subjects, and the yardsticks that their metrics need
   */
  WorkloadRun(
      WorkloadSlices slices,
      List<Arm> arms,
      List<Metric> metrics,
      Assurance assurance,
      Equipment equipment) {
    this.slices = slices;
    this.arms = arms;
    this.metrics = metrics;
    this.assurance = assurance;
    this.equipment = equipment;
    this.rate = new OpenLoopRate(equipment.options().p99SecondsMax());
  }

  /**
   * @param slices in order of time
   * @param noBlocks why no block was begun
   * @param noP99 why its p99 was not measured
   * @param gcPauseShares by arm, of the time of its slices
   */
  record Result(
      List<BlockSlice> slices,
      Optional<String> noBlocks,
      Optional<String> noP99,
      Map<String, Double> gcPauseShares) {

    static Result withoutBlocks(List<BlockSlice> slices, String reason) {
      return new Result(slices, Optional.of(reason), Optional.empty(), Map.of());
    }

    /** With the slices of fresh processes; all else stays what the first were like. */
    Result and(Result fresh) {
      List<BlockSlice> all = Stream.concat(slices.stream(), fresh.slices.stream()).toList();
      return new Result(all, noBlocks, noP99, gcPauseShares);
    }
  }

  /**
   * @param deadlineNanos no block of the set of processes begins later
   * @param workloadsLeft this one and those that share what is left
   */
  Result run(long deadlineNanos, int workloadsLeft) throws InterruptedException {
    settle();
    Map<String, Double> pausesBefore = gcPauseSeconds();
    Ends ends =
        Ends.of(System.nanoTime(), deadlineNanos, workloadsLeft, equipment.options().budget());
    while (needsThroughput() && goesOn(Kind.THROUGHPUT, ends)) {
      measureBlock(Kind.THROUGHPUT);
    }
    if (needs(Kind.P99)) {
      List<String> running = arms.stream().filter(arm -> !slices.isOut(arm)).map(Arm::id).toList();
      double secondsLeft = (double) (ends.nanos() - System.nanoTime()) / NANOS_A_SECOND;
      rate.choose(slices.all(), running, secondsLeft);
    }
    while (rate.isChosen() && needs(Kind.P99) && goesOn(Kind.P99, ends)) {
      measureBlock(Kind.P99);
    }
    tell("done after %d blocks".formatted(blocks));
    return new Result(
        List.copyOf(slices.all()), Optional.empty(), rate.whyNone(), gcPauseShares(pausesBefore));
  }

  private void settle() throws InterruptedException {
    for (int round = 1; round <= equipment.options().settleRounds(); round++) {
      for (Arm arm : arms) {
        if (!slices.isOut(arm)) {
          slices.attempt(arm, Place.WARM_UP, () -> slices.warmingSlice(arm, SETTLE_SLICE_SECONDS));
        }
      }
    }
  }

  private Map<String, Double> gcPauseSeconds() {
    Map<String, Double> seconds = new HashMap<>();
    arms.forEach(arm -> arm.gcLog().ifPresent(log -> seconds.put(arm.id(), log.pauseSeconds())));
    return seconds;
  }

  private Map<String, Double> gcPauseShares(Map<String, Double> before) {
    Map<String, Double> shares = new HashMap<>();
    gcPauseSeconds()
        .forEach(
            (arm, seconds) -> {
              double loaded = loadedSeconds(arm);
              if (loaded > 0) {
                shares.put(arm, (seconds - before.get(arm)) / loaded);
              }
            });
    return shares;
  }

  private double loadedSeconds(String arm) {
    return slices.all().stream()
        .filter(slice -> slice.arm().equals(arm) && slice.kind() != Kind.WARM_UP)
        .flatMap(slice -> slice.sample().stream())
        .mapToDouble(Sample::seconds)
        .sum();
  }

  /** One block is measured in any event: a run without any has found nothing. */
  private boolean goesOn(Kind kind, Ends ends) {
    long now = System.nanoTime();
    return blocks == 0
        || !ends.areOver(now)
        || (hasSuspects(kind) && !ends.areOverForSuspects(now));
  }

  private boolean hasSuspects(Kind kind) {
    return open(kind).stream()
        .map(metric -> metric.series(slices.all(), slices.process()))
        .anyMatch(assurance::isSuspect);
  }

  private void tell(String what) {
    equipment.progress().accept(slices.workload() + " " + what);
  }

  /** A rate is half of what an arm can do, which must be known first. */
  private boolean needsThroughput() {
    return needs(Kind.THROUGHPUT) || (needs(Kind.P99) && blocks < CAPACITY_BLOCKS);
  }

  private boolean needs(Kind kind) {
    return !open(kind).isEmpty();
  }

  /** The metrics of a kind that another slice may decide. */
  private List<Metric> open(Kind kind) {
    return metrics.stream()
        .filter(metric -> metric.kind() == kind && (kind != Kind.P99 || rate.whyNone().isEmpty()))
        .filter(
            metric -> arms.stream().noneMatch(arm -> slices.isOut(arm) && arm.isNeededBy(metric)))
        .filter(metric -> !assurance.isDecided(metric.series(slices.all(), slices.process())))
        .toList();
  }

  private void measureBlock(Kind kind) throws InterruptedException {
    blocks++;
    List<Metric> open = new ArrayList<>(open(kind));
    if (blocks <= CAPACITY_BLOCKS) {
      open.addAll(open(Kind.P99));
    }
    List<Arm> due =
        new ArrayList<>(
            arms.stream()
                .filter(arm -> !slices.isOut(arm) && open.stream().anyMatch(arm::isNeededBy))
                .toList());
    Collections.shuffle(due, equipment.random());
    for (int at = 0; at < due.size(); at++) {
      Arm arm = due.get(at);
      Place place = new Place(blocks, at, kind);
      slices.attempt(arm, place, () -> measure(arm, place));
    }
    if (blocks % TOLD_BLOCKS == 0) {
      tell("block " + blocks);
    }
  }

  private void measure(Arm arm, Place place) throws DriverFailed, InterruptedException {
    if (place.kind() == Kind.THROUGHPUT) {
      slices.throughput(arm, place);
    } else {
      slices.p99(arm, place, rate);
    }
  }
}

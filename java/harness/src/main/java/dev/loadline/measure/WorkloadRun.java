// Measures one workload on all arms: warm-up, then blocks until every metric is decided.
package dev.loadline.measure;

import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Load;
import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.BlockSlice.Role;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

final class WorkloadRun {
  /**
   * A JVM first loads and compiles what every request needs, then what a workload needs. Its speed
   * also levels off halfway, while its compiler has the rest to do: the first time is not cut
   * short.
   */
  private static final Map<String, double[]> WARM_UP_SECONDS =
      Map.of("java", new double[] {8, 2.5}, "node", new double[] {1.5, 1.5});

  /**
   * At most: on fewer cores a server needs a moment to find its pace again, and what has rested
   * while others were warmed may have to be read from the disk again.
   */
  private static final double SETTLE_SECONDS = 2;

  private static final int TOLD_BLOCKS = 5;

  private static final long SHARE_NANOS_MIN = TimeUnit.SECONDS.toNanos(30);

  private static final double NANOS_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private static final Place WARM_UP = new Place(BlockSlice.WARM_UP_BLOCK, 0, Kind.WARM_UP);

  /** Of a slice in the run. */
  private record Place(int block, int order, Kind kind) {}

  private final Contract contract;
  private final Load load;
  private final List<Arm> arms;
  private final List<Metric> metrics;
  private final Assurance assurance;
  private final Equipment equipment;
  private final List<BlockSlice> slices = new ArrayList<>();
  private final Map<String, JsonNode> loads = new HashMap<>();
  private final Set<String> out = new HashSet<>();
  private final OpenLoopRate rate;

  /**
   * @param contract with a load
   * @param arms the subjects, and the yardsticks that their metrics need
   */
  WorkloadRun(
      Contract contract,
      List<Arm> arms,
      List<Metric> metrics,
      Assurance assurance,
      Equipment equipment) {
    this.contract = contract;
    this.load = contract.load().orElseThrow();
    this.arms = arms;
    this.metrics = metrics;
    this.assurance = assurance;
    this.equipment = equipment;
    this.rate = new OpenLoopRate(equipment.options().p99SecondsMax());
  }

  /**
   * @param slices in order of time
   * @param noP99 why its p99 was not measured
   * @param gcPauseShares by arm, of the time of its slices
   */
  record Result(
      List<BlockSlice> slices, Optional<String> noP99, Map<String, Double> gcPauseShares) {}

  /**
   * @param deadlineNanos no block of the run begins later
   * @param workloadsLeft this one and those that share what is left
   * @param warm the arms that have been loaded before; is added to
   */
  Result run(long deadlineNanos, int workloadsLeft, Set<String> warm) throws InterruptedException {
    for (Arm arm : arms) {
      boolean first = warm.add(arm.id());
      attempt(arm, WARM_UP, () -> warmUp(arm, first));
    }
    for (Arm arm : arms) {
      if (!isOut(arm)) {
        attempt(arm, WARM_UP, () -> settle(arm));
      }
    }
    Map<String, Double> pausesBefore = gcPauseSeconds();
    long untilNanos = untilNanos(deadlineNanos, workloadsLeft);
    int block = 0;
    while (isOpen() && inTime(untilNanos, block)) {
      block++;
      measureBlock(block, untilNanos);
      if (block % TOLD_BLOCKS == 0) {
        tell("block " + block);
      }
    }
    tell("done after %d blocks".formatted(block));
    return new Result(List.copyOf(slices), rate.whyNone(), gcPauseShares(pausesBefore));
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
    return slices.stream()
        .filter(slice -> slice.arm().equals(arm) && slice.kind() != Kind.WARM_UP)
        .flatMap(slice -> slice.sample().stream())
        .mapToDouble(Sample::seconds)
        .sum();
  }

  /** One block is measured in any event: a run without any has found nothing. */
  private static boolean inTime(long untilNanos, int blocks) {
    return blocks == 0 || System.nanoTime() - untilNanos < 0;
  }

  private void tell(String what) {
    equipment.progress().accept(contract.workload() + " " + what);
  }

  /** Started on all cores, where a JVM's compiler has room, and pinned only then. */
  private void warmUp(Arm arm, boolean first)
      throws DriverFailed, IOException, InterruptedException {
    JsonNode fit = load.forDriver(arm.server());
    loads.put(arm.id(), fit);
    double own = WARM_UP_SECONDS.get(arm.language())[first ? 0 : 1];
    double seconds = Math.min(own, equipment.options().warmUpSecondsMax());
    WarmUp.Speed speed = sliceSeconds -> warmingSlice(arm, fit, sliceSeconds);
    Pinning.pin(arm.server().pids(), equipment.cores().all());
    WarmUp warmUp = WarmUp.run(speed, first ? seconds : 0, seconds);
    Pinning.pin(arm.server().pids(), equipment.cores().servers());
    tell(
        "warm %s after %.1f s%s"
            .formatted(arm.id(), warmUp.seconds(), warmUp.settled() ? "" : ", still moving"));
  }

  private void settle(Arm arm) throws DriverFailed, IOException, InterruptedException {
    double seconds = Math.min(SETTLE_SECONDS, equipment.options().warmUpSecondsMax());
    WarmUp.run(slice -> warmingSlice(arm, loads.get(arm.id()), slice), 0, seconds);
  }

  private double warmingSlice(Arm arm, JsonNode fit, double seconds)
      throws DriverFailed, InterruptedException {
    Order order = Order.closedLoop(arm.server().baseUrl(), seconds, fit);
    Slice slice = Slice.measure(equipment.driver(), equipment.cores(), arm.server(), order);
    if (slice.sample().errors() > 0) {
      Optional<Sample> sample = Optional.of(slice.sample());
      keep(slice(arm, WARM_UP, slice.conditions(), Optional.empty(), Optional.empty(), sample));
    }
    return slice.sample().requestsPerSecond();
  }

  private boolean isOpen() {
    return needs(Kind.THROUGHPUT) || needs(Kind.P99);
  }

  private boolean needs(Kind kind) {
    return !open(kind).isEmpty();
  }

  /** The metrics of a kind that another slice may decide. */
  private List<Metric> open(Kind kind) {
    return metrics.stream()
        .filter(metric -> metric.kind() == kind && (kind != Kind.P99 || rate.whyNone().isEmpty()))
        .filter(metric -> arms.stream().allMatch(arm -> !isOut(arm) || !needs(metric, arm)))
        .filter(metric -> !assurance.isDecided(metric.series(slices)))
        .toList();
  }

  private boolean isOut(Arm arm) {
    return out.contains(arm.id());
  }

  private static boolean needs(Metric metric, Arm arm) {
    return arm.role() == Role.SUBJECT
        ? metric.stack().equals(arm.id())
        : metric.isRelative() && Arm.yardstickOf(metric.stack()).equals(arm.id());
  }

  private void measureBlock(int block, long untilNanos) throws InterruptedException {
    List<Arm> order = new ArrayList<>(arms);
    Collections.shuffle(order, equipment.random());
    measureAll(block, order, Kind.THROUGHPUT);
    if (needs(Kind.P99)) {
      List<String> running = arms.stream().map(Arm::id).filter(id -> !out.contains(id)).toList();
      double secondsLeft = (double) (untilNanos - System.nanoTime()) / NANOS_A_SECOND;
      rate.choose(slices, running, block, secondsLeft);
    }
    if (rate.isChosen()) {
      measureAll(block, order, Kind.P99);
    }
  }

  private void measureAll(int block, List<Arm> order, Kind kind) throws InterruptedException {
    List<Metric> open = new ArrayList<>(open(kind));
    if (kind == Kind.THROUGHPUT && !rate.isChosen()) {
      // A rate is half of what an arm can do, which must be known first.
      open.addAll(open(Kind.P99));
    }
    List<Arm> due =
        order.stream()
            .filter(arm -> !isOut(arm) && open.stream().anyMatch(metric -> needs(metric, arm)))
            .toList();
    for (int at = 0; at < due.size(); at++) {
      Arm arm = due.get(at);
      Place place = new Place(block, at, kind);
      attempt(arm, place, () -> measure(arm, place));
    }
  }

  private void measure(Arm arm, Place place) throws DriverFailed, InterruptedException {
    Order order = order(arm, place.kind());
    ServiceUse.Counted counted =
        new ServiceUse(equipment.services(), contract.service())
            .counted(
                load,
                () -> Slice.measure(equipment.driver(), equipment.cores(), arm.server(), order));
    Slice slice = counted.slice();
    Optional<String> invalid = WhyInvalid.of(place.kind(), slice.sample(), slice.conditions());
    Optional<Sample> sample = Optional.of(slice.sample());
    keep(slice(arm, place, slice.conditions(), invalid, counted.problem(), sample));
  }

  private BlockSlice slice(
      Arm arm,
      Place place,
      Conditions conditions,
      Optional<String> invalid,
      Optional<String> problem,
      Optional<Sample> sample) {
    return new BlockSlice(
        contract.workload(),
        place.block(),
        place.order(),
        arm.id(),
        arm.role(),
        place.kind(),
        conditions,
        invalid,
        problem,
        sample);
  }

  private void keep(BlockSlice slice) {
    slices.add(slice);
    equipment.blocks().add(slice);
    if (!slice.faults().isEmpty()) {
      out.add(slice.arm());
    }
  }

  private Order order(Arm arm, Kind kind) {
    String url = arm.server().baseUrl();
    JsonNode fit = loads.get(arm.id());
    if (kind == Kind.THROUGHPUT) {
      return Order.closedLoop(url, equipment.options().sliceSeconds(), fit);
    }
    return Order.openLoop(url, rate.sliceSeconds(), rate.perSecond(), fit);
  }

  /** What may fail on the way to a figure. */
  private interface Work {
    void run() throws DriverFailed, IOException, InterruptedException;
  }

  /** An arm that fails is told in its place, and the others go on. */
  private void attempt(Arm arm, Place place, Work work) throws InterruptedException {
    try {
      work.run();
      if (!arm.server().running()) {
        keepEnd(arm, place);
      }
    } catch (DriverFailed | IOException | CaseFailed failed) {
      if (arm.server().endedByItself()) {
        keepEnd(arm, place);
      } else {
        keepFailure(arm, place, String.valueOf(failed.getMessage()));
      }
    }
  }

  /**
   * What cannot be warmed cannot be measured; a slice that has failed may be followed by others.
   */
  private void keepFailure(Arm arm, Place place, String reason) {
    if (place.kind() == Kind.WARM_UP) {
      keepWithoutSample(arm, place, Optional.empty(), Optional.of(reason));
    } else {
      keepWithoutSample(arm, place, Optional.of(reason), Optional.empty());
    }
  }

  private void keepEnd(Arm arm, Place place) {
    String ended =
        "the server ended: %s; it wrote: %s"
            .formatted(arm.server().howItEnded(), arm.server().lastOutput());
    keepWithoutSample(arm, place, Optional.empty(), Optional.of(ended));
  }

  private void keepWithoutSample(
      Arm arm, Place place, Optional<String> invalid, Optional<String> problem) {
    Conditions unknown =
        new Conditions(
            OptionalDouble.empty(), OptionalDouble.empty(), equipment.cores().serverCores());
    keep(slice(arm, place, unknown, invalid, problem, Optional.empty()));
  }

  /** A workload that stays undecided must not take the time of all others, nor each too little. */
  private static long untilNanos(long deadlineNanos, int workloadsLeft) {
    long now = System.nanoTime();
    long share = (deadlineNanos - now) / workloadsLeft;
    return now + Math.min(deadlineNanos - now, Math.max(SHARE_NANOS_MIN, share));
  }
}

// The engine: a plan becomes sets of processes, rounds of slices, and what is found of each
// comparison.
package dev.loadline.measure;

import dev.loadline.instruments.Cores;
import dev.loadline.measure.Plan.Group;
import dev.loadline.measure.Records.Place;
import dev.loadline.services.Services;
import dev.loadline.stacks.Variant;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class Measurement {
  /** Of the run's time, on top, for what speaks for harm and is not yet decided. */
  private static final double SUSPECTS_EXTRA = 0.25;

  private static final double NANOS_A_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Means means;
  private final Verdicts verdicts;
  private double endsAt;

  /**
   * How a run is measured.
   *
   * @param sliceSeconds of throughput
   * @param p99SecondsMax a p99 that needs a longer slice is not measured
   * @param timeMax how long blocks are begun; a quarter more for what speaks for harm
   * @param warmUpSecondsMax of one server
   * @param seed of the order within blocks
   * @param blocksFile where every slice is kept
   */
  public record Options(
      double sliceSeconds,
      double p99SecondsMax,
      Duration timeMax,
      double warmUpSecondsMax,
      long seed,
      Path blocksFile) {
    private static final double SLICE_SECONDS = 0.15;
    private static final double P99_SECONDS_MAX = 2.5;
    private static final double P99_SECONDS_MAX_FULL = 60;

    /**
     * @param isFull whether slow stacks get slices of p99 as long as they need
     */
    public static Options of(Duration timeMax, boolean isFull, Path blocksFile) {
      return new Options(
          SLICE_SECONDS,
          isFull ? P99_SECONDS_MAX_FULL : P99_SECONDS_MAX,
          timeMax,
          Double.POSITIVE_INFINITY,
          new Random().nextInt(Integer.MAX_VALUE),
          blocksFile);
    }

    /** The same with slices of throughput of another length. */
    public Options withSlicesOf(double seconds) {
      return new Options(seconds, p99SecondsMax, timeMax, warmUpSecondsMax, seed, blocksFile);
    }
  }

  /** What every set of processes of a run is measured with. */
  record Means(
      Plan plan,
      Options options,
      Records records,
      ServersReport report,
      Random random,
      Drivers drivers,
      Slice.Tools tools,
      Consumer<String> progress) {}

  private Measurement(Means means) {
    this.means = means;
    this.endsAt = now() + means.options().timeMax().toMillis() / 1_000.0;
    Plan plan = means.plan();
    Map<Place, List<Metric>> metrics = new LinkedHashMap<>();
    plan.comparisons().forEach(planned -> metrics.put(placeOf(planned), planned.metrics()));
    this.verdicts =
        plan.isPaired()
            ? Verdicts.ofPairs(metrics, plan.gate(), means.records())
            : new Verdicts(metrics, plan.gate(), means.records());
    for (int at = 0; at < plan.comparisons().size(); at++) {
      leaveOut(plan.comparisons().get(at), verdicts.comparisons().get(at));
    }
  }

  /** Seconds of a clock that only goes on; the difference of two counts. */
  static double now() {
    return System.nanoTime() / NANOS_A_SECOND;
  }

  /**
   * Measures a plan. It takes as long as the options say; the machine should have nothing else to
   * do.
   *
   * @param services that the workloads need, started or said to be missing
   * @param progress is told what goes on, a line at a time
   */
  public static Measured run(
      Plan plan, Services services, Options options, Consumer<String> progress)
      throws InterruptedException {
    Instant startedAt = Instant.now();
    double began = now();
    Cores cores = Cores.ofThisMachine();
    try (Records records = Records.into(options.blocksFile());
        Drivers drivers = new Drivers(cores)) {
      Means means =
          new Means(
              plan,
              options,
              records,
              new ServersReport(variants(plan)),
              new Random(options.seed()),
              drivers,
              new Slice.Tools(drivers.measuring(), services, cores),
              progress);
      Measurement run = new Measurement(means);
      for (Group group : plan.groups()) {
        run.measure(group);
      }
      return new Measured(
          startedAt,
          Duration.ofMillis((long) ((now() - began) * 1_000)),
          options,
          cores,
          services.all(),
          plan.gate(),
          run.verdicts.outcome(),
          means.report().all());
    }
  }

  private static List<Variant> variants(Plan plan) {
    return plan.groups().stream()
        .flatMap(group -> Stream.concat(group.subjects().stream(), group.reference().stream()))
        .toList();
  }

  private static Place placeOf(Plan.Planned planned) {
    return new Place(planned.group(), planned.subject().id(), planned.contract().workload());
  }

  /** What cannot be measured here, or is left to another run, is told and not measured. */
  private void leaveOut(Plan.Planned planned, Comparison comparison) {
    planned.whyNot().ifPresent(comparison::leaveAll);
    Optional<Variant> reference =
        means.plan().groups().stream()
            .filter(group -> group.name().equals(planned.group()))
            .findFirst()
            .flatMap(Group::reference);
    if (reference.isEmpty()) {
      comparison.leaveRelative("there is no reference for it");
      return;
    }
    String id = reference.get().id();
    if (!Plan.speaks(reference.get(), planned.contract())) {
      comparison.leaveRelative("%s has no %s".formatted(id, comparison.workload()));
    }
    reference.get().whyNotRun().ifPresent(why -> comparison.leaveRelative(id + ": " + why));
  }

  private void measure(Group group) throws InterruptedException {
    List<Comparison> own = of(group).filter(Comparison::isMeasured).toList();
    if (own.isEmpty()) {
      return;
    }
    if (means.plan().isPaired()) {
      measurePairs(group, own, shareOf(group));
      return;
    }
    measureSet(group, own, 1, shareOf(group));
    double measuredAt = now();
    askAgain(group, own);
    // What was asked twice takes no time from the others.
    endsAt += now() - measuredAt;
  }

  /** Each pair is of fresh processes, for as long as one more may change what is found. */
  private void measurePairs(Group group, List<Comparison> own, double endsAt)
      throws InterruptedException {
    int pairsMax = means.plan().gate().maxBlocks();
    for (int process = 1; process <= pairsMax && now() < endsAt; process++) {
      int pair = process;
      List<Comparison> open = own.stream().filter(each -> each.isOpen(pair)).toList();
      if (open.isEmpty()) {
        return;
      }
      // One that was begun is measured whole: half of it would be as dear, and no block of the
      // judge.
      measureSet(group, open, process, Double.POSITIVE_INFINITY);
    }
  }

  /**
   * What is alarming is measured again on fresh processes, which are warmed for longer where they
   * still compile.
   */
  private void askAgain(Group group, List<Comparison> own) throws InterruptedException {
    for (int process = 2; process <= Decision.SETS_MAX; process++) {
      int before = process - 1;
      List<Comparison> alarming =
          own.stream().filter(each -> !each.alarms(before).isEmpty()).toList();
      if (alarming.isEmpty()) {
        return;
      }
      String names =
          alarming.stream()
              .flatMap(each -> each.alarms(before).stream())
              .distinct()
              .collect(Collectors.joining(", "));
      tell(
          group,
          "asks fresh processes again (%d of %d): %s".formatted(process, Decision.SETS_MAX, names));
      measureSet(group, alarming, process, Double.POSITIVE_INFINITY);
    }
  }

  private void measureSet(Group group, List<Comparison> comparisons, int process, double endsAt)
      throws InterruptedException {
    double began = now();
    double extra = SUSPECTS_EXTRA * means.options().timeMax().toMillis() / 1_000.0;
    // What was measured once can be afforded again.
    double p99SecondsMax =
        process == 1 ? means.options().p99SecondsMax() : Double.POSITIVE_INFINITY;
    new ProcessSet(group, comparisons, process, endsAt, endsAt + extra, p99SecondsMax, means)
        .measure();
    tell(group, "%s, in %.1f s".formatted(verdictsOf(comparisons), now() - began));
  }

  private void tell(Group group, String what) {
    means.progress().accept(group.name() + ": " + what);
  }

  /** Such as {@code 38 pass, 1 fail}. */
  private static String verdictsOf(List<Comparison> comparisons) {
    Map<String, Long> counts =
        comparisons.stream()
            .map(each -> each.outcome().verdict().map(Verdict::word).orElse("not judged"))
            .collect(
                Collectors.groupingBy(
                    verdict -> verdict, LinkedHashMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey())
        .collect(Collectors.joining(", "));
  }

  /** When the time of the group that is next is used up: groups share it by what they measure. */
  private double shareOf(Group group) {
    List<Group> groups = means.plan().groups();
    long all =
        groups.subList(groups.indexOf(group), groups.size()).stream()
            .mapToLong(each -> of(each).count())
            .sum();
    return now() + (endsAt - now()) * of(group).count() / all;
  }

  private Stream<Comparison> of(Group group) {
    return verdicts.comparisons().stream().filter(each -> each.group().equals(group.name()));
  }
}

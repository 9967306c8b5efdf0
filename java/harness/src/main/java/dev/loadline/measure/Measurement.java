// One run: asks a set of processes about all that has limits, fresh ones about what is alarming,
// and judges all together.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.judge.Judged;
import dev.loadline.measure.WorkloadRun.Result;
import dev.loadline.services.Service;
import dev.loadline.services.Services;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Thresholds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class Measurement {
  private final Plan plan;
  private final Services services;
  private final Options options;
  private final Consumer<String> progress;
  private final CorePlan cores = CorePlan.ofThisMachine();
  private final List<Metric> metrics;
  private final List<Metric> servable;
  private final List<String> leftBehind = new ArrayList<>();
  private final Map<String, String> crashed = new LinkedHashMap<>();
  private final Map<String, Result> results = new LinkedHashMap<>();

  /**
   * What is to be measured.
   *
   * @param subjects the stacks and variants
   * @param yardsticks of their languages, as far as there are
   * @param contracts the workloads, in their order
   * @param known those on which servers are warmed, whatever is measured then
   */
  public record Plan(
      List<Variant> subjects,
      List<Variant> yardsticks,
      Contracts contracts,
      Contracts known,
      Thresholds thresholds) {}

  private Measurement(Plan plan, Services services, Options options, Consumer<String> progress) {
    this.plan = plan;
    this.services = services;
    this.options = options;
    this.progress = progress;
    this.metrics = metrics(contract -> true);
    this.servable = metrics(contract -> missingService(contract).isEmpty());
  }

  /**
   * Measures what has limits. It takes as long as the options say; the machine should have nothing
   * else to do.
   *
   * @param services that the workloads need, started or said to be missing
   * @param progress is told what goes on, a line at a time
   */
  public static Measured run(
      Plan plan, Services services, Options options, Consumer<String> progress)
      throws InterruptedException {
    return new Measurement(plan, services, options, progress).run();
  }

  private Stream<Contract> loaded(Variant variant) {
    return plan.contracts().contractsOf(variant).stream()
        .filter(contract -> contract.load().isPresent());
  }

  private List<Metric> metrics(Predicate<Contract> chosen) {
    return plan.subjects().stream()
        .flatMap(
            variant ->
                loaded(variant).filter(chosen).flatMap(each -> metrics(variant, each.workload())))
        .toList();
  }

  private Stream<Metric> metrics(Variant variant, String workload) {
    return plan.thresholds().of(variant.id(), workload).stream()
        .map(limit -> new Metric(variant.id(), workload, limit));
  }

  private Measured run() throws InterruptedException {
    Instant startedAt = Instant.now();
    long began = System.nanoTime();
    if (!servable.isEmpty()) {
      measure();
    }
    Optional<Judged> judged = assurance().judgedTogether(metrics, slices());
    List<String> culprits = judged.map(Judged::culprits).orElse(List.of());
    return new Measured(
        startedAt,
        Duration.ofNanos(System.nanoTime() - began),
        options,
        cores,
        services.all(),
        gate(),
        judged,
        cells(new Cells(assurance(), culprits)),
        List.copyOf(leftBehind));
  }

  /** Asks one set of processes after the other, until none is alarming. */
  private void measure() throws InterruptedException {
    try (DriverProcess driver = startDriver();
        BlocksFile blocks = new BlocksFile(options.blocksFile())) {
      Random random = new Random(options.seed());
      Equipment equipment =
          new Equipment(driver, cores, services, random, blocks, options, progress);
      List<Metric> asked = servable;
      for (int process = 1; process <= Assurance.PROCESSES_MAX && !asked.isEmpty(); process++) {
        tellIfAgain(process, asked);
        keep(new ProcessSet(process, plan, assurance(), equipment).ask(asked), process);
        asked = Standing.alarming(servable, slices(), process, assurance());
      }
    }
  }

  private DriverProcess startDriver() {
    return options
        .driver()
        .map(command -> DriverProcess.start(command, cores))
        .orElseGet(() -> DriverProcess.start(cores));
  }

  private void tellIfAgain(int process, List<Metric> asked) {
    if (process > 1) {
      String names = asked.stream().map(Metric::name).collect(Collectors.joining(", "));
      progress.accept(
          "asks fresh processes again (%d of %d): %s"
              .formatted(process, Assurance.PROCESSES_MAX, names));
    }
  }

  private void keep(ProcessSet.Found found, int process) {
    found.results().forEach((workload, result) -> results.merge(workload, result, Result::and));
    leftBehind.addAll(found.leftBehind());
    found.notStarted().entrySet().stream()
        .filter(failed -> process == 1 || isSubject(failed.getKey()))
        .forEach(failed -> crashed.put(failed.getKey(), failed.getValue()));
  }

  /** A yardstick that does not start again leaves what was measured beside it as it was. */
  private boolean isSubject(String id) {
    return plan.subjects().stream().anyMatch(variant -> variant.id().equals(id));
  }

  /** Of all workloads and all sets of processes. */
  private List<BlockSlice> slices() {
    return results.values().stream().flatMap(result -> result.slices().stream()).toList();
  }

  private Assurance assurance() {
    return new Assurance(gate(), Math.max(1, metrics.size()));
  }

  private Gate gate() {
    return plan.thresholds().gate();
  }

  private List<Metric> metricsOf(String workload) {
    return metrics.stream().filter(metric -> metric.workload().equals(workload)).toList();
  }

  private Optional<String> missingService(Contract contract) {
    return contract.service().map(services::of).flatMap(Service::notRun);
  }

  private List<Cell> cells(Cells cells) {
    return plan.subjects().stream()
        .flatMap(variant -> loaded(variant).map(contract -> cell(cells, variant, contract)))
        .toList();
  }

  private Cell cell(Cells cells, Variant variant, Contract contract) {
    String id = variant.id();
    String workload = contract.workload();
    List<Metric> own =
        metricsOf(workload).stream().filter(metric -> metric.stack().equals(id)).toList();
    if (!own.isEmpty() && crashed.containsKey(id)) {
      return Cell.failed(id, workload, List.of(crashed.get(id)));
    }
    return whyNotJudged(variant, contract, own)
        .map(reason -> Cell.notJudged(id, workload, reason))
        .orElseGet(() -> cells.of(id, workload, own, results.get(workload)));
  }

  private Optional<String> whyNotJudged(Variant variant, Contract contract, List<Metric> own) {
    if (own.isEmpty()) {
      return Optional.of(Thresholds.FILE + " has no limits for it");
    }
    return variant
        .whyNotRun()
        .or(() -> missingService(contract))
        .or(() -> missingYardstick(variant, own));
  }

  private Optional<String> missingYardstick(Variant variant, List<Metric> own) {
    String id = Arm.yardstickOf(variant.id());
    if (own.stream().noneMatch(Metric::isRelative)) {
      return Optional.empty();
    }
    Optional<Variant> yardstick =
        plan.yardsticks().stream().filter(each -> each.id().equals(id)).findFirst();
    return yardstick.isEmpty()
        ? Optional.of(id + " is not there")
        : Optional.ofNullable(crashed.get(id))
            .or(() -> yardstick.get().whyNotRun().map(reason -> id + ": " + reason));
  }
}

// One run: starts every arm, measures workload after workload in blocks, and judges all together.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.judge.Judge;
import dev.loadline.judge.Judged;
import dev.loadline.judge.Recorded;
import dev.loadline.measure.BlockSlice.Role;
import dev.loadline.services.Service;
import dev.loadline.services.Services;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Thresholds;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

public final class Measurement {
  private final Plan plan;
  private final Services services;
  private final Options options;
  private final Consumer<String> progress;
  private final CorePlan cores = CorePlan.ofThisMachine();
  private final List<Metric> metrics;
  private final Map<String, String> crashed = new LinkedHashMap<>();
  private final Map<String, WorkloadRun.Result> results = new LinkedHashMap<>();

  /**
   * What is to be measured.
   *
   * @param subjects the stacks and variants
   * @param yardsticks of their languages, as far as there are
   * @param contracts the workloads, in their order
   */
  public record Plan(
      List<Variant> subjects,
      List<Variant> yardsticks,
      Contracts contracts,
      Thresholds thresholds) {}

  private Measurement(Plan plan, Services services, Options options, Consumer<String> progress) {
    this.plan = plan;
    this.services = services;
    this.options = options;
    this.progress = progress;
    this.metrics =
        plan.subjects().stream()
            .flatMap(variant -> loaded(variant).flatMap(c -> metrics(variant, c.workload())))
            .toList();
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

  private Stream<Metric> metrics(Variant variant, String workload) {
    return plan.thresholds().of(variant.id(), workload).stream()
        .map(limit -> new Metric(variant.id(), workload, limit));
  }

  private Measured run() throws InterruptedException {
    Instant startedAt = Instant.now();
    long began = System.nanoTime();
    List<String> leftBehind = metrics.isEmpty() ? List.of() : measure();
    Optional<Judged> judged = judged();
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
        leftBehind);
  }

  /** Returns what outlived a server. */
  private List<String> measure() throws InterruptedException {
    List<Arm> arms = new ArrayList<>();
    List<String> leftBehind = new ArrayList<>();
    try (DriverProcess driver = startDriver();
        BlocksFile blocks = new BlocksFile(options.blocksFile())) {
      startArms(arms);
      Random random = new Random(options.seed());
      measureAll(arms, new Equipment(driver, cores, services, random, blocks, options, progress));
      for (Arm arm : arms) {
        leftBehind.addAll(leftBehind(arm));
      }
    } finally {
      arms.forEach(arm -> arm.server().close());
    }
    return leftBehind;
  }

  private DriverProcess startDriver() {
    return options
        .driver()
        .map(command -> DriverProcess.start(command, cores))
        .orElseGet(() -> DriverProcess.start(cores));
  }

  /** All live for the whole run, so that no arm is younger than another. */
  private void startArms(List<Arm> arms) throws InterruptedException {
    for (Variant variant : plan.subjects()) {
      if (metrics.stream().anyMatch(metric -> metric.stack().equals(variant.id()))) {
        start(variant, Role.SUBJECT, arms);
      }
    }
    for (Variant variant : plan.yardsticks()) {
      if (metrics.stream().anyMatch(metric -> isUnitOf(variant, metric))) {
        start(variant, Role.REFERENCE, arms);
      }
    }
  }

  private static boolean isUnitOf(Variant yardstick, Metric metric) {
    return metric.isRelative() && Arm.yardstickOf(metric.stack()).equals(yardstick.id());
  }

  private void start(Variant variant, Role role, List<Arm> arms) throws InterruptedException {
    if (variant.whyNotRun().isPresent()) {
      return;
    }
    try {
      progress.accept("starts " + variant.id());
      Optional<GcLog> gcLog =
          Optional.of(GcLog.beside(options.blocksFile(), variant))
              .filter(log -> variant.stack().language().equals("java"));
      List<String> javaOptions = gcLog.map(GcLog::javaOptions).orElse(List.of());
      Server server = Servers.start(variant, serviceUrls(), javaOptions);
      arms.add(new Arm(variant, role, server, gcLog));
    } catch (NotStarted failed) {
      crashed.put(variant.id(), failed.getMessage());
    }
  }

  /** How a server finds the services themselves: there is no relay between. */
  private Map<String, String> serviceUrls() {
    Map<String, String> urls = new LinkedHashMap<>();
    services
        .all()
        .forEach(service -> service.url().ifPresent(url -> urls.put(service.variable(), url)));
    return urls;
  }

  private void measureAll(List<Arm> arms, Equipment equipment) throws InterruptedException {
    long deadline = System.nanoTime() + options.budget().toNanos();
    Set<String> warm = new HashSet<>();
    List<Contract> contracts = measurable(arms);
    for (int at = 0; at < contracts.size() && System.nanoTime() - deadline < 0; at++) {
      Contract contract = contracts.get(at);
      List<Metric> own = measurable(arms, contract.workload());
      WorkloadRun run = new WorkloadRun(contract, needed(arms, own), own, assurance(), equipment);
      results.put(contract.workload(), run.run(deadline, contracts.size() - at, warm));
    }
  }

  private Assurance assurance() {
    return new Assurance(gate(), Math.max(1, metrics.size()));
  }

  private Gate gate() {
    return plan.thresholds().gate();
  }

  private List<Contract> measurable(List<Arm> arms) {
    return plan.contracts().contracts().stream()
        .filter(contract -> contract.load().isPresent() && missingService(contract).isEmpty())
        .filter(contract -> !measurable(arms, contract.workload()).isEmpty())
        .toList();
  }

  /** The metrics of a workload all of whose arms run. */
  private List<Metric> measurable(List<Arm> arms, String workload) {
    List<String> running = arms.stream().map(Arm::id).toList();
    return metricsOf(workload).stream()
        .filter(metric -> running.contains(metric.stack()))
        .filter(metric -> !metric.isRelative() || running.contains(Arm.yardstickOf(metric.stack())))
        .toList();
  }

  private List<Metric> metricsOf(String workload) {
    return metrics.stream().filter(metric -> metric.workload().equals(workload)).toList();
  }

  private static List<Arm> needed(List<Arm> arms, List<Metric> metrics) {
    return arms.stream()
        .filter(
            arm ->
                metrics.stream()
                    .anyMatch(
                        metric ->
                            metric.stack().equals(arm.id()) || isUnitOf(arm.variant(), metric)))
        .toList();
  }

  private Optional<String> missingService(Contract contract) {
    return contract.service().map(services::of).flatMap(Service::notRun);
  }

  private static List<String> leftBehind(Arm arm) throws InterruptedException {
    Stopped stopped = arm.server().stop();
    List<String> left = new ArrayList<>();
    if (stopped.exitCode() != 0) {
      left.add("%s: exit code %d after SIGTERM".formatted(arm.id(), stopped.exitCode()));
    }
    stopped.leftBehind().forEach(what -> left.add(arm.id() + ": " + what));
    return left;
  }

  /**
   * The whole run's harms, once: evidence that is spread over many metrics fails a run too. What is
   * mostly invalid has nothing to say.
   */
  private Optional<Judged> judged() {
    Map<String, Recorded.Metric> recorded = new LinkedHashMap<>();
    for (Metric metric : metrics) {
      Metric.Series series = metric.series(slicesOf(metric.workload()));
      if (!series.harms().isEmpty() && !series.isMostlyInvalid()) {
        recorded.put(metric.name(), new Recorded.Metric(0, 0, series.harms()));
      }
    }
    return recorded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Judge.judge(
                new Recorded(gate().falseAlarm(), gate().missed(), gate().maxBlocks(), recorded)));
  }

  private List<Cell> cells(Cells cells) {
    return plan.subjects().stream()
        .flatMap(variant -> loaded(variant).map(contract -> cell(cells, variant, contract)))
        .toList();
  }

  private List<BlockSlice> slicesOf(String workload) {
    return results.containsKey(workload) ? results.get(workload).slices() : List.of();
  }

  private Cell cell(Cells cells, Variant variant, Contract contract) {
    String id = variant.id();
    String workload = contract.workload();
    List<Metric> own =
        metricsOf(workload).stream().filter(metric -> metric.stack().equals(id)).toList();
    if (!own.isEmpty() && crashed.containsKey(id)) {
      return Cell.failed(id, workload, crashed.get(id));
    }
    return whyNotJudged(variant, contract, own)
        .map(reason -> Cell.notJudged(id, workload, reason))
        .orElseGet(
            () -> {
              WorkloadRun.Result result = results.get(workload);
              return cells.of(id, workload, own, result);
            });
  }

  private Optional<String> whyNotJudged(Variant variant, Contract contract, List<Metric> own) {
    if (own.isEmpty()) {
      return Optional.of(Thresholds.FILE + " has no limits for it");
    }
    return variant
        .whyNotRun()
        .or(() -> missingService(contract))
        .or(() -> missingYardstick(variant, own))
        .or(
            () ->
                results.containsKey(contract.workload())
                    ? Optional.empty()
                    : Optional.of(
                        "the time budget of %d s was used up before it"
                            .formatted(options.budget().toSeconds())));
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

// A run of some stacks on hash, for tests of how it looks.
package dev.loadline.reports;

import dev.loadline.instruments.Cores;
import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.Drift;
import dev.loadline.measure.Figures;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Measurement;
import dev.loadline.measure.Metric;
import dev.loadline.measure.MetricOutcome;
import dev.loadline.measure.ServersReport.ServerReport;
import dev.loadline.measure.Verdict;
import dev.loadline.measure.Verdicts.RunOutcome;
import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

final class ARun {
  private ARun() {}

  static Measured of(ComparisonOutcome... comparisons) {
    return of(Gate.Inconclusive.WARN, comparisons);
  }

  static Measured of(Gate.Inconclusive inconclusive, ComparisonOutcome... comparisons) {
    List<ComparisonOutcome> all = List.of(comparisons);
    List<Verdict> verdicts = all.stream().flatMap(each -> each.verdict().stream()).toList();
    Optional<Verdict> worst =
        Stream.of(Verdict.FAIL, Verdict.INVALID, Verdict.INCONCLUSIVE, Verdict.PASS)
            .filter(verdicts::contains)
            .findFirst();
    List<String> culprits =
        all.stream()
            .flatMap(each -> each.metrics().stream())
            .filter(metric -> metric.verdict() == Verdict.FAIL)
            .map(metric -> metric.metric().name())
            .toList();
    Service none =
        new Service(
            ServiceName.REDIS,
            "REDIS_URL",
            Optional.empty(),
            Optional.empty(),
            "no Redis",
            Optional.of("Redis is not there"));
    return new Measured(
        Instant.now(),
        Duration.ofSeconds(3),
        Measurement.Options.of(Duration.ofMinutes(4), false, Path.of("blocks.ndjson")),
        Cores.ofThisMachine(),
        List.of(none),
        new Gate(0.01, 0.05, 1, 40, inconclusive, Optional.empty()),
        new RunOutcome(worst, culprits, all),
        List.of(new ServerReport(duck(), Optional.empty(), List.of(), Optional.of("a warning"))));
  }

  /** Of two revisions, whose base ended while it was measured. */
  static Measured withDeadBase(ComparisonOutcome... comparisons) {
    Measured run = of(comparisons);
    Variant duck = duck();
    Variant base =
        new Variant(
            "java/duck@base",
            duck.stack(),
            duck.env(),
            duck.command(),
            duck.workloads(),
            duck.knownFailing(),
            duck.reason());
    ServerReport dead =
        new ServerReport(base, Optional.empty(), List.of("exit code 137"), Optional.empty());
    List<ServerReport> servers = Stream.concat(run.servers().stream(), Stream.of(dead)).toList();
    return new Measured(
        run.startedAt(),
        run.took(),
        run.options(),
        run.cores(),
        run.services(),
        run.gate(),
        run.outcome(),
        servers);
  }

  private static Variant duck() {
    return new Stack(
            "java/duck",
            "java",
            "A bird",
            List.of("true"),
            Map.of(),
            List.of("hash"),
            Map.of(),
            Map.of(),
            Path.of(""),
            Path.of(""))
        .variants()
        .get(0);
  }

  /** Of throughput. */
  static ComparisonOutcome comparison(String subject, Verdict verdict) {
    return comparison(subject, Optional.of(verdict), List.of(metric(subject, verdict)));
  }

  /** Of throughput of one revision against another. */
  static ComparisonOutcome ofBase(Verdict verdict) {
    Limit limit =
        new Limit(Limit.Kind.THROUGHPUT_OF_BASE_MIN, 0.985, "/regression/throughputLossMax");
    MetricOutcome metric =
        new MetricOutcome(
            new Metric("java/duck", "hash", limit, 0.034, 0.06, Optional.empty()),
            verdict,
            OptionalDouble.of(0.97),
            List.of(),
            OptionalDouble.of(0.95),
            OptionalDouble.of(0.99),
            14,
            Map.of(),
            3.5,
            0.1,
            OptionalDouble.of(0.93));
    return comparison("java/duck", Optional.of(verdict), List.of(metric));
  }

  static ComparisonOutcome notJudged(String subject) {
    return comparison(subject, Optional.empty(), List.of());
  }

  private static ComparisonOutcome comparison(
      String subject, Optional<Verdict> verdict, List<MetricOutcome> metrics) {
    boolean isInvalid = verdict.filter(found -> found == Verdict.INVALID).isPresent();
    return new ComparisonOutcome(
        subject,
        Optional.of("java/yardstick"),
        "hash",
        verdict,
        verdict.isPresent() ? Optional.empty() : Optional.of("it needs a JDK"),
        List.of(),
        List.of(),
        isInvalid ? Optional.of("driver-bound (8)") : Optional.empty(),
        metrics,
        List.of(),
        Optional.of(figures()),
        Optional.empty());
  }

  static ComparisonOutcome with(
      ComparisonOutcome comparison, List<Drift> drifts, List<NotMeasured> notMeasured) {
    return new ComparisonOutcome(
        comparison.subject(),
        comparison.reference(),
        comparison.workload(),
        comparison.verdict(),
        comparison.notJudged(),
        comparison.faults(),
        drifts,
        comparison.invalid(),
        comparison.metrics(),
        notMeasured,
        comparison.subjectFigures(),
        comparison.referenceFigures());
  }

  private static MetricOutcome metric(String subject, Verdict verdict) {
    String pointer = "/stacks/java~1duck/hash/throughputOfYardstickMin";
    Limit limit = new Limit(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, 0.1, pointer);
    return new MetricOutcome(
        new Metric(subject, "hash", limit, Optional.empty()),
        verdict,
        OptionalDouble.of(0.081),
        List.of(0.061, 0.071),
        OptionalDouble.of(0.079),
        OptionalDouble.empty(),
        14,
        Map.of("late sends", 2L),
        3.5,
        0.1,
        OptionalDouble.empty());
  }

  private static Figures figures() {
    return new Figures(
        10_000,
        OptionalDouble.of(300),
        OptionalDouble.empty(),
        OptionalDouble.of(25),
        OptionalDouble.of(1e8),
        OptionalDouble.of(0.02));
  }
}

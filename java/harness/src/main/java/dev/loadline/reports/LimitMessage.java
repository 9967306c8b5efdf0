// The message of a comparison that does not hold: what, required, measured, and where to change it.
// One text for all callers, the same in both languages.
package dev.loadline.reports;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.Drift;
import dev.loadline.measure.MetricOutcome;
import dev.loadline.measure.Verdict;
import dev.loadline.thresholds.Limit;
import dev.loadline.thresholds.Thresholds;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

public final class LimitMessage {
  private LimitMessage() {}

  /** One for each thing that is wrong or open; none where it passed or was not judged. */
  public static List<String> allOf(ComparisonOutcome comparison) {
    return comparison
        .verdict()
        .map(
            verdict ->
                switch (verdict) {
                  case PASS -> List.<String>of();
                  case FAIL -> failures(comparison);
                  case INVALID -> List.of(invalid(comparison));
                  case INCONCLUSIVE ->
                      of(comparison, Verdict.INCONCLUSIVE)
                          .map(metric -> limitLines(about(comparison, undecided(metric)), metric))
                          .toList();
                })
        .orElse(List.of());
  }

  private static List<String> failures(ComparisonOutcome comparison) {
    Stream<String> faults =
        comparison.faults().stream()
            .map(
                fault -> lines(about(comparison, "wrong under load"), "every answer right", fault));
    Stream<String> drifts =
        comparison.drifts().stream().map(drift -> driftLines(comparison, drift));
    Stream<String> limits =
        of(comparison, Verdict.FAIL)
            .map(metric -> limitLines(about(comparison, passedIts(metric)), metric));
    return Stream.of(faults, drifts, limits).flatMap(messages -> messages).toList();
  }

  private static String driftLines(ComparisonOutcome comparison, Drift drift) {
    return switch (drift.way()) {
      case SLOWS_DOWN ->
          lines(
              about(comparison, "slows down"),
              "the same throughput for as long as it is loaded",
              drift.what());
      case GROWS -> lines(about(comparison, "grows"), "memory that levels off", drift.what());
    };
  }

  private static String invalid(ComparisonOutcome comparison) {
    return lines(
        about(comparison, "invalid, which is no pass"),
        "a measurement that is to be trusted",
        comparison.invalid().orElseThrow());
  }

  private static Stream<MetricOutcome> of(ComparisonOutcome comparison, Verdict verdict) {
    return comparison.metrics().stream().filter(metric -> metric.verdict() == verdict);
  }

  private static String about(ComparisonOutcome comparison, String what) {
    return comparison.name() + ": " + what;
  }

  private static String passedIts(MetricOutcome metric) {
    Limit.Kind kind = kind(metric);
    return "%s %s %s"
        .formatted(
            kind.quantity().word(),
            kind.isLeast() ? "below" : "above",
            kind.isOfBase() ? "the base's" : "its limit");
  }

  private static String undecided(MetricOutcome metric) {
    return "%s undecided after %s%s"
        .formatted(kind(metric).quantity().word(), blocks(metric), seen(metric));
  }

  /** Of two revisions: the least change that would have failed; else nothing. */
  static String seen(MetricOutcome metric) {
    String seen = figure(metric, metric.resolves(), "");
    return seen.isEmpty() ? "" : "; %s would have been seen".formatted(seen);
  }

  /** Of two revisions each pair of processes is one block. */
  private static String blocks(MetricOutcome metric) {
    return metric.blocks() + (kind(metric).isOfBase() ? " pairs" : " blocks");
  }

  private static Limit.Kind kind(MetricOutcome metric) {
    return metric.metric().limit().kind();
  }

  private static String lines(String title, String required, String measured) {
    return "%s\n  required  %s\n  measured  %s".formatted(title, required, measured);
  }

  private static String limitLines(String title, MetricOutcome metric) {
    Limit limit = metric.metric().limit();
    String required =
        "%s %s%s   (%s %s)"
            .formatted(
                limit.kind().isLeast() ? ">=" : "<=",
                figure(limit.kind(), limit.value()),
                limit.kind().unit(),
                Thresholds.FILE,
                limit.pointer());
    return lines(title, required, "   " + measured(metric));
  }

  /** Such as {@code 0.081 (0.079 to 0.084, 14 blocks)}. */
  private static String measured(MetricOutcome metric) {
    String within = interval(metric);
    return "%s   (%s%s)"
        .formatted(
            figure(metric, metric.measured(), "nothing"),
            within.isEmpty() ? "" : within + ", ",
            blocks(metric));
  }

  /** Such as {@code 0.079 to 0.084}; empty where neither end is known. */
  private static String interval(MetricOutcome metric) {
    String least = figure(metric, metric.least(), "");
    String most = figure(metric, metric.most(), "");
    if (!least.isEmpty() && !most.isEmpty()) {
      return least + " to " + most;
    }
    if (!least.isEmpty()) {
      return "at least " + least;
    }
    return most.isEmpty() ? "" : "at most " + most;
  }

  static String figure(MetricOutcome metric, OptionalDouble value, String none) {
    return value.isPresent() ? figure(kind(metric), value.getAsDouble()) : none;
  }

  /** Shares with three decimals, so that they stand under one another. */
  static String figure(Limit.Kind kind, double value) {
    return kind.isRelative() ? String.format(Locale.ROOT, "%.3f", value) : Figures.figure(value);
  }
}

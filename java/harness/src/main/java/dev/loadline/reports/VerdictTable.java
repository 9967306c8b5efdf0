// The table for people: stacks down, workloads across, each with its figure and what was found.
package dev.loadline.reports;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.Measured;
import dev.loadline.measure.MetricOutcome;
import dev.loadline.measure.Verdict;
import dev.loadline.thresholds.Limit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

public final class VerdictTable {
  private static final String NONE = "-";
  private static final String LEGEND =
      "< beyond its limit or wrong, ? undecided, ! not to be trusted, - not measured";

  private VerdictTable() {}

  /** A block for throughput and one for p99; then what was asked twice. */
  public static String of(Measured run) {
    List<String> lines = new ArrayList<>();
    List<List<String>> rows = new ArrayList<>();
    for (Quantity quantity : Quantity.values()) {
      rows.addAll(block(quantity, run.comparisons()));
    }
    if (!rows.isEmpty()) {
      lines.addAll(Columns.of(rows));
      lines.addAll(List.of(LEGEND, ""));
    }
    run.comparisons().stream()
        .flatMap(comparison -> comparison.metrics().stream())
        .filter(metric -> !metric.earlier().isEmpty())
        .map(VerdictTable::askedAgain)
        .forEach(lines::add);
    lines.add("order of the blocks by seed " + run.options().seed());
    lines.add("took " + Figures.duration(run.took().toSeconds()));
    return String.join("\n", lines);
  }

  /** Rows; none where nothing of the kind was measured. */
  private static List<List<String>> block(Quantity quantity, List<ComparisonOutcome> comparisons) {
    List<ComparisonOutcome> shown =
        comparisons.stream().filter(each -> metric(each, quantity).isPresent()).toList();
    if (shown.isEmpty()) {
      return List.of();
    }
    List<String> workloads = shown.stream().map(ComparisonOutcome::workload).distinct().toList();
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of(quantity.word() + unit(quantity, shown)));
    workloads.forEach(workload -> head.add(workload + " "));
    rows.add(head);
    comparisons.stream()
        .map(ComparisonOutcome::subject)
        .distinct()
        .forEach(subject -> rows.add(row(subject, workloads, quantity, comparisons)));
    rows.add(List.of(""));
    return rows;
  }

  private static List<String> row(
      String subject,
      List<String> workloads,
      Quantity quantity,
      List<ComparisonOutcome> comparisons) {
    List<String> row = new ArrayList<>(List.of(subject));
    for (String workload : workloads) {
      row.add(
          comparisons.stream()
              .filter(each -> each.subject().equals(subject) && each.workload().equals(workload))
              .findFirst()
              .map(comparison -> field(comparison, quantity))
              .orElse(NONE + " "));
    }
    return row;
  }

  /** Where all have the same. */
  private static String unit(Quantity quantity, List<ComparisonOutcome> shown) {
    List<String> units =
        shown.stream()
            .flatMap(comparison -> metric(comparison, quantity).stream())
            .map(metric -> metric.metric().limit().kind().unit())
            .distinct()
            .toList();
    return units.size() == 1 ? "," + units.get(0) : "";
  }

  /** A figure and a mark. */
  private static String field(ComparisonOutcome comparison, Quantity quantity) {
    boolean isWrong = !comparison.faults().isEmpty() || !comparison.drifts().isEmpty();
    return metric(comparison, quantity)
        .map(
            metric ->
                LimitMessage.figure(metric, metric.measured(), NONE)
                    + mark(isWrong ? Verdict.FAIL : metric.verdict()))
        .orElse(NONE + " ");
  }

  /** So that what is well stands under one another, marked or not. */
  private static String mark(Verdict verdict) {
    return switch (verdict) {
      case PASS -> " ";
      case FAIL -> "<";
      case INCONCLUSIVE -> "?";
      case INVALID -> "!";
    };
  }

  /** Where there are several, the one that is worst. */
  private static Optional<MetricOutcome> metric(ComparisonOutcome comparison, Quantity quantity) {
    List<MetricOutcome> own =
        comparison.metrics().stream()
            .filter(metric -> metric.metric().limit().kind().quantity() == quantity)
            .toList();
    return own.stream()
        .filter(metric -> metric.verdict() != Verdict.PASS)
        .findFirst()
        .or(() -> own.stream().findFirst());
  }

  /** Such as {@code asked again: java/a hash.throughput was 0.222, of fresh processes 0.310}. */
  private static String askedAgain(MetricOutcome metric) {
    String before =
        metric.earlier().stream()
            .map(value -> LimitMessage.figure(metric.metric().limit().kind(), value))
            .collect(Collectors.joining(", then "));
    return "asked again: %s was %s, of fresh processes %s"
        .formatted(
            metric.metric().name(),
            before,
            LimitMessage.figure(metric, metric.measured(), "nothing"));
  }
}

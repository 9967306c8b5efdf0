// The table of verdicts: a block for each workload, stacks down, with estimate, interval and limit
// of each metric.
package dev.loadline.reports;

import dev.loadline.measure.Cell;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.measure.Measured;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

public final class VerdictTable {
  private static final String NONE = "-";
  private static final String GAP = "  ";
  private static final List<String> HEAD =
      List.of(
          "verdict", "throughput", "required", "p99", "required", "CPU µs", "RSS MiB", "blocks");

  private VerdictTable() {}

  /** Of a run; with a note for what was not measured. */
  public static String of(Measured run) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "Verdicts (relative to the yardstick of the language, or as the limit says; with %d %% intervals)"
            .formatted(confidence(run.gate())));
    lines.addAll(columns(rows(run)));
    run.cells().stream()
        .flatMap(cell -> cell.notMeasured().stream())
        .map(reason -> "not measured: " + reason)
        .distinct()
        .forEach(lines::add);
    run.cells().stream()
        .flatMap(cell -> cell.metrics().stream())
        .filter(held -> !held.earlier().isEmpty())
        .forEach(held -> lines.add(askedAgain(held)));
    run.leftBehind().forEach(what -> lines.add("left behind: " + what));
    if (run.failsWithoutCulprit()) {
      lines.add("the evidence of all metrics together fails the run; no single one can be named");
    }
    lines.add("order of the blocks by seed " + run.seed());
    lines.add("took " + Figures.duration(run.took().toSeconds()));
    return String.join("\n", lines);
  }

  /** In percent: each end of an interval is wrong at the rate that the gate allows. */
  private static long confidence(Gate gate) {
    return Math.round(100 * (1 - 2 * Math.max(gate.falseAlarm(), gate.missed())));
  }

  /** Such as {@code asked again: java/a hash.throughput was 0.222, of fresh processes 0.310}. */
  private static String askedAgain(Held held) {
    String before =
        held.earlier().stream()
            .map(value -> Message.figure(held.metric().limit().kind(), value))
            .collect(Collectors.joining(", then "));
    return "asked again: %s was %s, of fresh processes %s"
        .formatted(held.metric().name(), before, Message.figure(held, held.measured(), "nothing"));
  }

  private static List<List<String>> rows(Measured run) {
    List<List<String>> rows = new ArrayList<>();
    List<Cell> judged =
        run.cells().stream().filter(cell -> cell.verdict() != Verdict.NOT_JUDGED).toList();
    judged.stream()
        .map(Cell::workload)
        .distinct()
        .forEach(
            workload -> {
              List<String> head = new ArrayList<>(List.of(workload));
              head.addAll(HEAD);
              rows.add(head);
              judged.stream()
                  .filter(cell -> cell.workload().equals(workload))
                  .forEach(cell -> rows.add(row(cell)));
            });
    return rows;
  }

  private static List<String> row(Cell cell) {
    List<String> row = new ArrayList<>(List.of(cell.stack(), shown(cell.verdict())));
    row.addAll(metric(cell, Quantity.THROUGHPUT));
    row.addAll(metric(cell, Quantity.P99));
    Cell.Resources used = cell.resources();
    row.add(
        used.cpuMicrosPerRequest().isPresent()
            ? Figures.figure(used.cpuMicrosPerRequest().getAsDouble())
            : NONE);
    row.add(
        used.residentBytes().isPresent()
            ? Figures.mebibytes(used.residentBytes().getAsDouble())
            : NONE);
    int blocks = cell.metrics().stream().mapToInt(Held::blocks).max().orElse(0);
    row.add(blocks == 0 ? NONE : Integer.toString(blocks));
    return row;
  }

  private static String shown(Verdict verdict) {
    return switch (verdict) {
      case PASS -> "pass";
      case FAIL -> "FAIL";
      case INCONCLUSIVE -> "inconclusive";
      case INVALID -> "INVALID";
      case NOT_JUDGED -> "not judged";
    };
  }

  /** Measured, and required. */
  private static List<String> metric(Cell cell, Quantity quantity) {
    Optional<Held> held =
        cell.metrics().stream()
            .filter(each -> each.metric().limit().kind().quantity() == quantity)
            .findFirst();
    return held.map(
            one -> {
              String within = Message.interval(one);
              var limit = one.metric().limit();
              return List.of(
                  Message.figure(one, one.measured(), NONE)
                      + (within.isEmpty() ? "" : " (" + within + ")"),
                  (limit.kind().isLeast() ? ">= " : "<= ")
                      + Message.figure(limit.kind(), limit.value()));
            })
        .orElse(List.of(NONE, NONE));
  }

  /** The first to the left, figures to the right. */
  private static List<String> columns(List<List<String>> rows) {
    int[] widths =
        IntStream.rangeClosed(0, HEAD.size())
            .map(at -> rows.stream().mapToInt(row -> row.get(at).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(at -> padded(row.get(at), widths[at], at == 0))
                    .collect(Collectors.joining(GAP)))
        .toList();
  }

  private static String padded(String text, int width, boolean left) {
    String blanks = " ".repeat(width - text.length());
    return left ? text + blanks : blanks + text;
  }
}

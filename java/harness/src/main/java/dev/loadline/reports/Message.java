// The message of a cell that does not hold: what, required, measured, and where to change it. One
// text for all callers, the same in both languages.
package dev.loadline.reports;

import dev.loadline.measure.Cell;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.thresholds.Limit;
import dev.loadline.thresholds.Limit.Quantity;
import dev.loadline.thresholds.Thresholds;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Stream;

public final class Message {
  private Message() {}

  /** One for each thing that is wrong or open; none where the cell passed or was not judged. */
  public static List<String> allOf(Cell cell) {
    return switch (cell.verdict()) {
      case FAIL -> failures(cell);
      case INVALID ->
          List.of(
              lines(
                  about(cell, "invalid, which is no pass"),
                  "a measurement that is to be trusted",
                  cell.invalid().orElseThrow()));
      case INCONCLUSIVE ->
          of(cell, Verdict.INCONCLUSIVE)
              .map(held -> limitLines(about(cell, undecided(held)), held))
              .toList();
      case PASS, NOT_JUDGED -> List.of();
    };
  }

  private static List<String> failures(Cell cell) {
    Stream<String> faults =
        cell.faults().stream()
            .map(fault -> lines(about(cell, "wrong under load"), "every answer right", fault));
    Stream<String> limits =
        of(cell, Verdict.FAIL).map(held -> limitLines(about(cell, passedIts(held)), held));
    return Stream.concat(faults, limits).toList();
  }

  private static Stream<Held> of(Cell cell, Verdict verdict) {
    return cell.metrics().stream().filter(held -> held.verdict() == verdict);
  }

  private static String about(Cell cell, String what) {
    return "%s %s: %s".formatted(cell.stack(), cell.workload(), what);
  }

  private static String passedIts(Held held) {
    return quantity(held) + (kind(held).isLeast() ? " below its limit" : " above its limit");
  }

  private static String undecided(Held held) {
    return "%s undecided after %d blocks".formatted(quantity(held), held.blocks());
  }

  private static String quantity(Held held) {
    return kind(held).quantity() == Quantity.P99 ? "p99" : "throughput";
  }

  private static Limit.Kind kind(Held held) {
    return held.metric().limit().kind();
  }

  private static String lines(String title, String required, String measured) {
    return "%s\n  required  %s\n  measured  %s".formatted(title, required, measured);
  }

  private static String limitLines(String title, Held held) {
    Limit limit = held.metric().limit();
    String required =
        "%s %s%s   (%s %s)"
            .formatted(
                limit.kind().isLeast() ? ">=" : "<=",
                figure(limit.kind(), limit.value()),
                unit(limit.kind()),
                Thresholds.FILE,
                limit.pointer());
    return lines(title, required, "   " + measured(held));
  }

  /** Such as {@code 0.081 (0.079 to 0.084, 14 blocks)}. */
  private static String measured(Held held) {
    String within = interval(held);
    return "%s   (%s%d blocks)"
        .formatted(
            figure(held, held.measured(), "nothing"),
            within.isEmpty() ? "" : within + ", ",
            held.blocks());
  }

  /** Such as {@code 0.079 to 0.084}; empty where neither end is known. */
  static String interval(Held held) {
    if (held.least().isPresent() && held.most().isPresent()) {
      return figure(held, held.least(), "") + " to " + figure(held, held.most(), "");
    }
    if (held.least().isPresent()) {
      return "at least " + figure(held, held.least(), "");
    }
    return held.most().isPresent() ? "at most " + figure(held, held.most(), "") : "";
  }

  static String figure(Held held, OptionalDouble value, String none) {
    return value.isPresent() ? figure(kind(held), value.getAsDouble()) : none;
  }

  /** Shares with three decimals, so that they stand under one another. */
  static String figure(Limit.Kind kind, double value) {
    return kind.isRelative() ? String.format(Locale.ROOT, "%.3f", value) : Figures.figure(value);
  }

  private static String unit(Limit.Kind kind) {
    return switch (kind) {
      case THROUGHPUT_OF_YARDSTICK_MIN, P99_OF_YARDSTICK_MAX -> " of the yardstick";
      case REQUESTS_PER_SECOND_MIN -> " requests/s";
      case P99_MILLIS_MAX -> " ms";
    };
  }
}

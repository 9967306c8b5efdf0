// The last lines of a run: what came of it, what to do next, and where the report is.
package dev.loadline.reports;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.Measured;
import dev.loadline.measure.MetricOutcome;
import dev.loadline.measure.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class LastWord {
  private static final int SHOWN_MAX = 10;
  private static final int CHARACTERS_MAX = 300;

  private LastWord() {}

  /**
   * @param compared of a comparison of two revisions
   * @param required whether a missing service is a failure
   * @param file where the report is
   */
  public static String of(Measured run, Optional<Compared> compared, boolean required, Path file) {
    List<MetricOutcome> judged =
        run.comparisons().stream().flatMap(comparison -> comparison.metrics().stream()).toList();
    String counted = judged.isEmpty() ? "" : ": " + countText(judged);
    Stream<String> first = Stream.of(ending(run, compared, required, judged) + counted);
    Stream<String> last =
        Stream.of("  report       " + file, "  to look at   " + Page.fileOf(file));
    Stream<String> base = lines("base", run.problemsOfBase().toList());
    return Stream.of(
            first, details(run), unexplained(run, required), base, next(run, compared), last)
        .flatMap(lines -> lines)
        .map(LastWord::shortened)
        .collect(Collectors.joining("\n"));
  }

  /**
   * What thresholds.json lets pass has not passed where most limits are open, and of two revisions
   * where any is.
   */
  private static String ending(
      Measured run, Optional<Compared> compared, boolean required, List<MetricOutcome> judged) {
    Verdict ending = ReportFile.ending(run, required);
    Verdict verdict = run.outcome().verdict().orElse(ending);
    boolean isOpen = compared.isPresent() || count(judged, Verdict.PASS) < judged.size() / 2.0;
    boolean isLet = isOpen && ending == Verdict.PASS && verdict != Verdict.PASS;
    return isLet ? word(verdict) + ", which thresholds.json lets pass" : word(ending);
  }

  private static String word(Verdict ending) {
    return switch (ending) {
      case PASS -> "passed";
      case FAIL -> "FAILED";
      case INCONCLUSIVE -> "INCONCLUSIVE";
      case INVALID -> "INVALID";
    };
  }

  private static String shortened(String line) {
    String one = line.replaceAll("\\s*\\R\\s*", " ");
    return one.length() > CHARACTERS_MAX ? one.substring(0, CHARACTERS_MAX) + "..." : one;
  }

  private static String countText(List<MetricOutcome> judged) {
    Map<Verdict, String> words =
        Map.of(
            Verdict.FAIL, "failed",
            Verdict.INCONCLUSIVE, "undecided",
            Verdict.INVALID, "not to be trusted");
    List<String> parts = new ArrayList<>();
    parts.add("%d limits judged".formatted(judged.size()));
    parts.add(count(judged, Verdict.PASS) + " passed");
    for (Verdict verdict : List.of(Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.INVALID)) {
      if (count(judged, verdict) > 0) {
        parts.add(count(judged, verdict) + " " + words.get(verdict));
      }
    }
    return String.join(", ", parts);
  }

  private static long count(List<MetricOutcome> judged, Verdict verdict) {
    return judged.stream().filter(metric -> metric.verdict() == verdict).count();
  }

  private static Stream<String> details(Measured run) {
    List<ComparisonOutcome> failed = of(run, Verdict.FAIL);
    List<ComparisonOutcome> untrusted = of(run, Verdict.INVALID);
    Stream<String> wrong =
        failed.stream()
            .filter(each -> !each.faults().isEmpty())
            .map(each -> each.name() + ": " + each.faults().get(0));
    Stream<String> named = Stream.concat(run.outcome().culprits().stream(), wrong);
    Stream<String> notTrusted =
        untrusted.stream().map(each -> each.name() + ": " + each.invalid().orElseThrow());
    return Stream.of(
            lines("failed", named.toList()),
            lines("undecided", undecided(run)),
            lines("not trusted", notTrusted.toList()),
            notJudged(run).stream().map(left -> "  not judged   " + left))
        .flatMap(lines -> lines);
  }

  /** Metrics, with what would have been seen. */
  private static List<String> undecided(Measured run) {
    return run.comparisons().stream()
        .flatMap(comparison -> comparison.metrics().stream())
        .filter(metric -> metric.verdict() == Verdict.INCONCLUSIVE)
        .map(metric -> metric.metric().name() + LimitMessage.seen(metric))
        .toList();
  }

  /** Why it fails, where that is not what the gate has found. */
  private static Stream<String> unexplained(Measured run, boolean required) {
    boolean isFailed = ReportFile.ending(run, required) == Verdict.FAIL;
    if (!isFailed || run.outcome().verdict().filter(each -> each == Verdict.FAIL).isPresent()) {
      return Stream.empty();
    }
    Stream<String> missed =
        required
            ? run.services().stream().flatMap(service -> service.notRun().stream())
            : Stream.empty();
    return lines("failed", Stream.concat(missed, run.problems()).toList());
  }

  private static List<ComparisonOutcome> of(Measured run, Verdict verdict) {
    return run.comparisons().stream()
        .filter(each -> each.verdict().filter(found -> found == verdict).isPresent())
        .toList();
  }

  /** A line each, and one for those that are too many. */
  private static Stream<String> lines(String title, List<String> what) {
    Stream<String> shown =
        what.stream().limit(SHOWN_MAX).map(each -> "  %-11s  %s".formatted(title, each));
    int left = what.size() - SHOWN_MAX;
    return left > 0
        ? Stream.concat(shown, Stream.of("  %-11s  and %d more".formatted("", left)))
        : shown;
  }

  /**
   * What has a limit and was not judged, one for each reason, such as {@code 42, such as java/a
   * hash.p99: left to -Dloadline.full}.
   */
  public static List<String> notJudged(Measured run) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (ComparisonOutcome comparison : run.comparisons()) {
      for (NotMeasured left : comparison.notMeasured()) {
        byReason.computeIfAbsent(left.reason(), reason -> new ArrayList<>()).add(left.name());
      }
      Optional<String> reason =
          comparison.notJudged().filter(why -> comparison.notMeasured().isEmpty());
      reason.ifPresent(
          why -> byReason.computeIfAbsent(why, key -> new ArrayList<>()).add(comparison.name()));
    }
    return byReason.entrySet().stream()
        .map(
            left -> {
              String name = left.getValue().get(0);
              int count = left.getValue().size();
              String shown = count > 1 ? "%d, such as %s".formatted(count, name) : name;
              return shown + ": " + left.getKey();
            })
        .toList();
  }

  private static Stream<String> next(Measured run, Optional<Compared> compared) {
    List<ComparisonOutcome> open =
        Stream.of(Verdict.FAIL, Verdict.INCONCLUSIVE, Verdict.INVALID)
            .flatMap(verdict -> of(run, verdict).stream())
            .toList();
    if (open.isEmpty()) {
      return Stream.empty();
    }
    String stacks =
        open.stream().map(ComparisonOutcome::subject).distinct().collect(Collectors.joining("|"));
    String workloads =
        open.stream().map(ComparisonOutcome::workload).distinct().collect(Collectors.joining("|"));
    String base =
        compared.map(two -> "-Dloadline.base='%s' ".formatted(two.base().name())).orElse("");
    return Stream.of(
        "  next         mvn verify %s-Dloadline.stack='%s' -Dloadline.workload='%s' (measures just this again)"
            .formatted(base, stacks, workloads),
        "  raw blocks   " + run.options().blocksFile());
  }
}

// What one run has found.
package dev.loadline.measure;

import dev.loadline.judge.Judged;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.services.Service;
import dev.loadline.thresholds.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * @param options with the seed of the order within blocks
 * @param services that its workloads needed, there or not
 * @param judged all metrics together; empty when no block of any was sound
 * @param gate by which it was judged
 * @param cells by stack, then by workload
 * @param leftBehind what outlived a server, or how one ended that was asked to stop
 */
public record Measured(
    Instant startedAt,
    Duration took,
    Options options,
    CorePlan cores,
    List<Service> services,
    Gate gate,
    Optional<Judged> judged,
    List<Cell> cells,
    List<String> leftBehind) {

  /** Of the order within blocks: the same gives it again. */
  public long seed() {
    return options.seed();
  }

  public Optional<Cell> cell(String stack, String workload) {
    return cells.stream()
        .filter(cell -> cell.stack().equals(stack) && cell.workload().equals(workload))
        .findFirst();
  }

  /** Is there anything to be said of any cell? */
  public boolean isJudged() {
    return cells.stream().anyMatch(cell -> cell.verdict() != Verdict.NOT_JUDGED);
  }

  /** The metrics that a fail is named after, sorted. */
  public List<String> culprits() {
    return cells.stream()
        .flatMap(cell -> cell.metrics().stream())
        .filter(held -> held.verdict() == Verdict.FAIL)
        .map(held -> held.metric().name())
        .sorted()
        .toList();
  }

  /** Does the evidence of all together speak for harm, though no metric is to be named? */
  public boolean failsWithoutCulprit() {
    return culprits().isEmpty()
        && judged.filter(all -> all.verdict() == Judged.Verdict.FAIL).isPresent();
  }

  /** Of the run as a whole: the worst of its cells. */
  public Verdict verdict() {
    Set<Verdict> verdicts = cells.stream().map(Cell::verdict).collect(Collectors.toSet());
    if (failsWithoutCulprit()) {
      return Verdict.FAIL;
    }
    return Stream.of(Verdict.FAIL, Verdict.INVALID, Verdict.INCONCLUSIVE, Verdict.PASS)
        .filter(verdicts::contains)
        .findFirst()
        .orElse(Verdict.NOT_JUDGED);
  }
}

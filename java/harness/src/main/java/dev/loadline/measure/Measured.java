// What one run has found.
package dev.loadline.measure;

import dev.loadline.instruments.Cores;
import dev.loadline.measure.ServersReport.ServerReport;
import dev.loadline.measure.Verdicts.RunOutcome;
import dev.loadline.services.Service;
import dev.loadline.thresholds.Gate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * @param options with the seed of the order within blocks
 * @param services that its workloads needed, there or not
 * @param gate by which it was judged
 */
public record Measured(
    Instant startedAt,
    Duration took,
    Measurement.Options options,
    Cores cores,
    List<Service> services,
    Gate gate,
    RunOutcome outcome,
    List<ServerReport> servers) {

  public List<ComparisonOutcome> comparisons() {
    return outcome.comparisons();
  }

  public Optional<ComparisonOutcome> comparison(String subject, String workload) {
    return comparisons().stream()
        .filter(each -> each.subject().equals(subject) && each.workload().equals(workload))
        .findFirst();
  }

  /** Is there anything to be said of any comparison? */
  public boolean isJudged() {
    return outcome.verdict().isPresent();
  }

  /** What is wrong with servers besides their limits. */
  public Stream<String> problems() {
    return servers.stream().filter(server -> !server.isOfBase()).flatMap(ServerReport::problems);
  }

  /** What is wrong with those that head is held against: head may be what mends it. */
  public Stream<String> problemsOfBase() {
    return servers.stream().filter(ServerReport::isOfBase).flatMap(ServerReport::problems);
  }

  /** Does the evidence of all together speak for harm, though no comparison fails? */
  public boolean failsWithoutCulprit() {
    return isFail(outcome.verdict())
        && comparisons().stream().noneMatch(comparison -> isFail(comparison.verdict()));
  }

  private static boolean isFail(Optional<Verdict> verdict) {
    return verdict.filter(found -> found == Verdict.FAIL).isPresent();
  }
}

// How sure the gate must be, as thresholds.json says.
package dev.loadline.thresholds;

import java.util.List;
import java.util.Optional;

/**
 * @param falseAlarm the chance that a run without any harm fails
 * @param missed the chance that harm at the limit passes
 * @param minBlocks how many are measured before a metric is taken for decided
 * @param maxBlocks how many are measured at most
 * @param p99Workloads whose p99 every run judges; empty for all
 */
public record Gate(
    double falseAlarm,
    double missed,
    int minBlocks,
    int maxBlocks,
    Inconclusive inconclusive,
    Optional<List<String>> p99Workloads) {

  /** What evidence that does not suffice is taken for. */
  public enum Inconclusive {
    PASS,
    WARN,
    FAIL
  }

  /** Or is it left to full runs? */
  public boolean judgesP99Of(String workload) {
    return p99Workloads.isEmpty() || p99Workloads.get().contains(workload);
  }
}

// One set of processes: started, warmed, asked about metrics in one workload after the other, and
// stopped.
package dev.loadline.measure;

import dev.loadline.measure.Measurement.Plan;
import dev.loadline.measure.WorkloadRun.Result;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * @param process which set, from 1 on
 */
record ProcessSet(int process, Plan plan, Assurance assurance, Equipment equipment) {

  /**
   * What it found.
   *
   * @param results by workload
   * @param notStarted why, by the id of the stack
   * @param leftBehind what outlived a server, or how one ended that was asked to stop
   */
  record Found(
      Map<String, Result> results, Map<String, String> notStarted, List<String> leftBehind) {}

  /** Measures until all that is asked about is decided, or the time is used up. */
  Found ask(List<Metric> asked) throws InterruptedException {
    try (Arms arms = new Arms(process, equipment)) {
      arms.start(plan, asked);
      Map<String, Result> results = measured(arms, arms.measurable(asked));
      return new Found(results, arms.notStarted(), arms.stop());
    }
  }

  private Map<String, Result> measured(Arms arms, List<Metric> asked) throws InterruptedException {
    long deadline = System.nanoTime() + equipment.options().budget().toNanos();
    List<WorkloadSlices> due = workloads(asked);
    Warming warming = new Warming(plan.known(), equipment);
    warming.mix(arms.neededBy(asked));
    Map<String, Result> results = new LinkedHashMap<>();
    for (int at = 0; at < due.size() && (at == 0 || System.nanoTime() - deadline < 0); at++) {
      WorkloadSlices slices = due.get(at);
      List<Metric> own = of(slices, asked);
      warming.warm(arms.neededBy(own), slices);
      WorkloadRun run = new WorkloadRun(slices, arms.neededBy(own), own, assurance, equipment);
      results.put(slices.workload(), run.run(deadline, due.size() - at));
    }
    due.forEach(each -> results.computeIfAbsent(each.workload(), of -> withoutBlocks(each)));
    return results;
  }

  /** In the order of the contracts. */
  private List<WorkloadSlices> workloads(List<Metric> asked) {
    return plan.contracts().contracts().stream()
        .filter(
            contract ->
                asked.stream().anyMatch(each -> each.workload().equals(contract.workload())))
        .map(contract -> new WorkloadSlices(process, contract, equipment))
        .toList();
  }

  private static List<Metric> of(WorkloadSlices slices, List<Metric> metrics) {
    return metrics.stream().filter(each -> each.workload().equals(slices.workload())).toList();
  }

  private Result withoutBlocks(WorkloadSlices slices) {
    long seconds = equipment.options().budget().toSeconds();
    return Result.withoutBlocks(
        slices.all(), "the time budget of %d s was used up before it".formatted(seconds));
  }
}

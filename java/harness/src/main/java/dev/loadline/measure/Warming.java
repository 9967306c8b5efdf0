// Warms the arms of one set of processes, before the first of them is measured: what a JVM has been
// warmed on changes its speed, so that it is the same for each set.
package dev.loadline.measure;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * @param metrics on whose workloads each arm that they need is warmed
 */
record Warming(List<Metric> metrics, Equipment equipment) {
  /**
   * The first workload, and a later one. A JVM first loads and compiles what every request needs,
   * then what a workload needs. Its speed also levels off halfway, while its compiler has the rest
   * to do: the first time is not cut short.
   */
  private static final Map<String, double[]> SECONDS =
      Map.of("java", new double[] {8, 1.5}, "node", new double[] {1.5, 1.5});

  /** On all cores, where a JVM's compiler has room, and pinned only then. */
  void warm(List<Arm> arms, Collection<WorkloadSlices> workloads) throws InterruptedException {
    for (Arm arm : arms) {
      warm(arm, workloads.stream().filter(each -> isMeasuredOn(arm, each.workload())).toList());
    }
    for (Arm arm : arms) {
      Pinning.pin(arm.server().pids(), equipment.cores().servers());
    }
  }

  private boolean isMeasuredOn(Arm arm, String workload) {
    return metrics.stream()
        .anyMatch(metric -> metric.workload().equals(workload) && arm.isNeededBy(metric));
  }

  private void warm(Arm arm, List<WorkloadSlices> workloads) throws InterruptedException {
    boolean cold = true;
    for (WorkloadSlices workload : workloads) {
      warm(arm, workload, cold);
      cold = cold && workload.isOut(arm);
    }
  }

  private void warm(Arm arm, WorkloadSlices workload, boolean cold) throws InterruptedException {
    double usual = SECONDS.get(arm.language())[cold ? 0 : 1];
    double seconds = Math.min(usual, equipment.options().warmUpSecondsMax());
    workload.attempt(
        arm,
        WorkloadSlices.Place.WARM_UP,
        () -> tell(arm, workload, workload.warmUp(arm, cold ? seconds : 0, seconds)));
  }

  private void tell(Arm arm, WorkloadSlices workload, WarmUp warmUp) {
    String moving = warmUp.settled() ? "" : ", still moving";
    equipment
        .progress()
        .accept(
            "%s warm %s after %.1f s%s"
                .formatted(workload.workload(), arm.id(), warmUp.seconds(), moving));
  }
}

// Warms the arms of one set of processes: on all that they know, then on what is measured next.
package dev.loadline.measure;

import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * @param known of these, what has a load and needs no service is what every arm is warmed on
 */
record Warming(Contracts known, Equipment equipment) {
  /**
   * Of all workloads in turn, then of one that is measured. A JVM first loads and compiles what
   * every request needs, then what a workload needs.
   */
  private static final Map<String, double[]> SECONDS =
      Map.of("java", new double[] {8, 5}, "node", new double[] {1.5, 1.5});

  private static final double SLICE_SECONDS = 0.15;

  /**
   * On all cores. What a JVM has met changes its speed: a yardstick that knows one workload alone
   * does a quarter more there than one that knows ten, a Spring server no more than before. A limit
   * has to hold whether two workloads are measured or all.
   */
  void mix(List<Arm> arms) throws InterruptedException {
    for (Arm arm : arms) {
      try {
        mix(arm);
        tell("warm %s".formatted(arm.id()));
      } catch (DriverFailed | IOException | CaseFailed elsewhere) {
        // What a server does wrong is told where it is measured; here it may be asked what nobody
        // wants to know.
        tell("warm %s: %s".formatted(arm.id(), elsewhere.getMessage()));
      }
    }
  }

  private void mix(Arm arm) throws DriverFailed, IOException, InterruptedException {
    List<Order> orders = new ArrayList<>();
    for (Contract contract : known.contractsOf(arm.variant())) {
      if (contract.load().isPresent() && contract.service().isEmpty()) {
        JsonNode load = contract.load().get().forDriver(arm.server());
        orders.add(Order.closedLoop(arm.server().baseUrl(), SLICE_SECONDS, load));
      }
    }
    long until = System.nanoTime() + (long) (seconds(arm, 0) * TimeUnit.SECONDS.toNanos(1));
    for (int at = 0; !orders.isEmpty() && System.nanoTime() - until < 0; at++) {
      Order order = orders.get(at % orders.size());
      Slice.measure(equipment.driver(), equipment.cores(), arm.server(), order);
    }
  }

  /** On all cores, where a JVM's compiler has room, and pinned only then. */
  void warm(List<Arm> arms, WorkloadSlices workload) throws InterruptedException {
    for (Arm arm : arms) {
      Pinning.pin(arm.server().pids(), equipment.cores().all());
      workload.attempt(
          arm,
          WorkloadSlices.Place.WARM_UP,
          () -> tell(arm, workload, workload.warmUp(arm, seconds(arm, 1))));
    }
    for (Arm arm : arms) {
      Pinning.pin(arm.server().pids(), equipment.cores().servers());
    }
  }

  private double seconds(Arm arm, int step) {
    return Math.min(SECONDS.get(arm.language())[step], equipment.options().warmUpSecondsMax());
  }

  private void tell(Arm arm, WorkloadSlices workload, WarmUp warmUp) {
    String moving = warmUp.settled() ? "" : ", still moving";
    tell(
        "%s warm %s after %.1f s%s"
            .formatted(workload.workload(), arm.id(), warmUp.seconds(), moving));
  }

  private void tell(String what) {
    equipment.progress().accept(what);
  }
}

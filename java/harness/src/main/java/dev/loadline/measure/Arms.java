// The arms of one set of processes: the servers that its metrics need, alive at once, so that none
// is younger than another.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Role;
import dev.loadline.measure.Measurement.Plan;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Stopped;
import dev.loadline.stacks.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Closing them ends those that were not stopped. */
final class Arms implements AutoCloseable {
  private final int process;
  private final Equipment equipment;
  private final List<Arm> running = new ArrayList<>();
  private final Map<String, String> notStarted = new LinkedHashMap<>();

  /**
   * @param process which set they are
   */
  Arms(int process, Equipment equipment) {
    this.process = process;
    this.equipment = equipment;
  }

  /** What the metrics need, as far as it can be run; the subjects first. */
  void start(Plan plan, List<Metric> metrics) throws InterruptedException {
    startNeeded(plan.subjects(), Role.SUBJECT, metrics);
    startNeeded(plan.yardsticks(), Role.REFERENCE, metrics);
  }

  private void startNeeded(List<Variant> variants, Role role, List<Metric> metrics)
      throws InterruptedException {
    for (Variant variant : variants) {
      boolean needed = metrics.stream().anyMatch(metric -> metric.needs(variant.id(), role));
      if (needed && variant.whyNotRun().isEmpty()) {
        start(variant, role);
      }
    }
  }

  private void start(Variant variant, Role role) throws InterruptedException {
    try {
      equipment.progress().accept("starts " + variant.id());
      Optional<GcLog> gcLog =
          Optional.of(GcLog.beside(equipment.options().blocksFile(), variant, process))
              .filter(log -> variant.stack().language().equals("java"));
      List<String> javaOptions = gcLog.map(GcLog::javaOptions).orElse(List.of());
      Server server = Servers.start(variant, serviceUrls(), javaOptions);
      running.add(new Arm(variant, role, server, gcLog));
    } catch (NotStarted failed) {
      notStarted.put(variant.id(), failed.getMessage());
    }
  }

  /** How a server finds the services themselves: there is no relay between. */
  private Map<String, String> serviceUrls() {
    Map<String, String> urls = new LinkedHashMap<>();
    equipment
        .services()
        .all()
        .forEach(service -> service.url().ifPresent(url -> urls.put(service.variable(), url)));
    return urls;
  }

  List<Arm> running() {
    return running;
  }

  /** Those that a workload's metrics need. */
  List<Arm> neededBy(List<Metric> metrics) {
    return running.stream().filter(arm -> metrics.stream().anyMatch(arm::isNeededBy)).toList();
  }

  /** Why, by the id of the stack. */
  Map<String, String> notStarted() {
    return notStarted;
  }

  /** The metrics all of whose arms run. */
  List<Metric> measurable(List<Metric> metrics) {
    return metrics.stream()
        .filter(metric -> runs(metric, Role.SUBJECT))
        .filter(metric -> !metric.isRelative() || runs(metric, Role.REFERENCE))
        .toList();
  }

  private boolean runs(Metric metric, Role role) {
    return running.stream().anyMatch(arm -> arm.role() == role && arm.isNeededBy(metric));
  }

  /** Returns what outlived a server, and how one ended that did not end well. */
  List<String> stop() throws InterruptedException {
    List<String> left = new ArrayList<>();
    for (Arm arm : running) {
      Stopped stopped = arm.server().stop();
      if (stopped.exitCode() != 0) {
        left.add("%s: exit code %d after SIGTERM".formatted(arm.id(), stopped.exitCode()));
      }
      stopped.leftBehind().forEach(what -> left.add(arm.id() + ": " + what));
    }
    return left;
  }

  @Override
  public void close() {
    running.forEach(arm -> arm.server().close());
  }
}

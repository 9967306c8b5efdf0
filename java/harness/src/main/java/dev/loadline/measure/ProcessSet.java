// One set of processes of a group: its arms are started, warmed once, kept to the servers' cores,
// measured in rounds, and stopped.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.instruments.Conditions;
import dev.loadline.instruments.Cores;
import dev.loadline.measure.Measurement.Means;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.measure.SliceRecord.Role;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Variant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * @param comparisons of the group that are to be measured
 * @param process which set, from 1 on
 * @param endsAt by {@link Measurement#now}: no block begins later
 * @param suspectsEndAt the same for what speaks for harm and is not decided
 * @param p99SecondsMax a p99 that needs a longer slice is not measured
 */
record ProcessSet(
    Plan.Group group,
    List<Comparison> comparisons,
    int process,
    double endsAt,
    double suspectsEndAt,
    double p99SecondsMax,
    Means means) {

  void measure() throws InterruptedException {
    List<Arm> arms = new ArrayList<>();
    try {
      for (Arm.Wanted wanted : inStartOrder(wantedArms())) {
        start(wanted).ifPresent(arms::add);
      }
      warmAll(arms);
      for (Arm arm : arms) {
        Cores.pin(arm.server().pids(), means.tools().cores().servers());
      }
      if (!arms.isEmpty()) {
        Rounds rounds = new Rounds(arms, this);
        rounds.settle();
        rounds.measure();
      }
      tellPauses(arms);
      stop(arms);
    } finally {
      // Those that were stopped stay as they are.
      arms.stream().map(Arm::server).forEach(Server::close);
    }
  }

  /**
   * Of two JVMs of equal code the one that is started first stays two to four per cent slower: so
   * each side is it in every other pair.
   */
  private List<Arm.Wanted> inStartOrder(List<Arm.Wanted> wanted) {
    List<Arm.Wanted> ordered = new ArrayList<>(wanted);
    if (means.plan().isPaired() && process % 2 == 0) {
      Collections.reverse(ordered);
    }
    return ordered;
  }

  /** The subjects, then the reference, each with what it is measured on. */
  private List<Arm.Wanted> wantedArms() {
    List<Arm.Wanted> wanted = new ArrayList<>();
    for (Variant subject : group.subjects()) {
      List<Contract> own = contracts(comparison -> comparison.subject().equals(subject.id()));
      wanted.add(new Arm.Wanted(subject, Role.SUBJECT, own));
    }
    group
        .reference()
        .ifPresent(
            reference -> {
              List<Contract> spoken =
                  contracts(Comparison::isRelative).stream()
                      .filter(contract -> Plan.speaks(reference, contract))
                      .toList();
              wanted.add(new Arm.Wanted(reference, Role.REFERENCE, spoken));
            });
    return wanted.stream().filter(arm -> !arm.contracts().isEmpty()).toList();
  }

  private List<Contract> contracts(Predicate<Comparison> isWanted) {
    List<String> workloads =
        comparisons.stream().filter(isWanted).map(Comparison::workload).toList();
    return means.plan().contracts().stream()
        .filter(contract -> workloads.contains(contract.workload()))
        .toList();
  }

  /** Empty where it did not start: the report and its comparisons say why. */
  private Optional<Arm> start(Arm.Wanted wanted) throws InterruptedException {
    String id = wanted.variant().id();
    means.progress().accept("starts " + id);
    try {
      return Optional.of(
          Arm.start(wanted, means.tools().services(), process, means.options().blocksFile()));
    } catch (NotStarted failed) {
      means.report().didNotStart(id, failed.getMessage());
      comparisons.forEach(comparison -> tell(comparison, wanted, failed.getMessage()));
      return Optional.empty();
    }
  }

  /**
   * Several JVMs at the same time: nothing is measured yet, and one that waits for its compiler
   * leaves a core to the others. No server is to have more of the machine than the others: so
   * drivers are on all cores too until all is warm. Servers on Node take turns: of two that are
   * warmed at the same time, one often stays a tenth slower for as long as it lives.
   */
  private void warmAll(List<Arm> arms) throws InterruptedException {
    Cores cores = means.tools().cores();
    boolean isJava = arms.stream().anyMatch(arm -> "java".equals(arm.language()));
    int atOnce = isJava ? Math.min(arms.size(), cores.count()) : 1;
    List<DriverProcess> drivers = means.drivers().several(atOnce);
    List<Long> pids = drivers.stream().map(DriverProcess::pid).toList();
    if (drivers.size() > 1) {
      Cores.pin(pids, cores.all());
    }
    Map<Arm, Map<String, WarmUp>> warmed = new ConcurrentHashMap<>();
    try {
      ShareOut.among(drivers, arms, (arm, driver) -> warmed.put(arm, warm(arm, driver)));
    } finally {
      if (drivers.size() > 1) {
        Cores.pin(pids, cores.driver());
      }
    }
    // What came of it is told when nobody writes beside us.
    arms.forEach(arm -> tellWarmed(arm, warmed.get(arm)));
  }

  private Map<String, WarmUp> warm(Arm arm, DriverProcess driver) throws InterruptedException {
    // Whoever listens to a run is told one thing after the other.
    synchronized (means) {
      means.progress().accept("warms " + arm.id());
    }
    List<Contract> others =
        means.plan().warmedOn().stream()
            .filter(contract -> Plan.speaks(arm.wanted().variant(), contract))
            .filter(contract -> !arm.wanted().contracts().contains(contract))
            .toList();
    boolean isWarmedLong = process > 1 && !means.plan().isPaired();
    return arm.warmUp(others, driver, means.options().warmUpSecondsMax(), isWarmedLong);
  }

  private void tellWarmed(Arm arm, Map<String, WarmUp> warmed) {
    for (WarmUp found : warmed.values()) {
      found.problem(arm.server()).ifPresent(problem -> tell(arm, found.name(), problem));
      found
          .wrong()
          .ifPresent(
              sample -> means.records().add(List.of(warmUpRecord(arm, found.name(), sample))));
    }
    List<String> moving =
        warmed.values().stream().filter(one -> !one.isSettled()).map(WarmUp::name).toList();
    if (!moving.isEmpty()) {
      means
          .progress()
          .accept("%s still moves on %s".formatted(arm.id(), String.join(", ", moving)));
    }
  }

  /** What is found before anything is measured. */
  void tell(Arm arm, String workload, String problem) {
    comparisons.stream()
        .filter(comparison -> comparison.workload().equals(workload))
        .forEach(comparison -> tell(comparison, arm.wanted(), problem));
  }

  /** What a subject does wrong is its own; without a reference nothing can be said. */
  private static void tell(Comparison comparison, Arm.Wanted arm, String problem) {
    if (arm.role() == Role.REFERENCE) {
      comparison.hasNoReference(arm.variant().id() + ": " + problem);
    } else if (comparison.subject().equals(arm.variant().id())) {
      comparison.addProblem(problem);
    }
  }

  private SliceRecord warmUpRecord(Arm arm, String workload, Sample sample) {
    return new SliceRecord(
        arm.language(),
        group.name(),
        workload,
        process,
        0,
        0,
        arm.id(),
        arm.role(),
        Kind.WARM_UP,
        Conditions.unknown(means.tools().cores().serverCores()),
        Optional.empty(),
        Optional.empty(),
        Optional.of(sample.with(Slice.unknownUse("it is of the warm-up"))));
  }

  private void tellPauses(List<Arm> arms) {
    for (Comparison comparison : comparisons) {
      arms.stream()
          .filter(arm -> arm.id().equals(comparison.subject()))
          .map(arm -> arm.gcPauseShare(comparison.workload()))
          .forEach(share -> share.ifPresent(comparison::addGcPauseShare));
    }
  }

  private void stop(List<Arm> arms) throws InterruptedException {
    for (Arm arm : arms) {
      means.report().stopped(arm.id(), arm.server().stop(), arm.server().stderr());
    }
  }
}

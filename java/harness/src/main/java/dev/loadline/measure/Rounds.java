// Measures all workloads of warm arms in rounds: each round takes one block of every workload on
// which something is still open.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.instruments.AwakeCores;
import dev.loadline.instruments.Sessions;
import dev.loadline.measure.Measurement.Means;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.measure.SliceRecord.Role;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

final class Rounds {
  private static final double SETTLE_SLICE_SECONDS_MAX = 0.15;

  /** What passes does so in about as many blocks: so much time is kept for the p99. */
  private static final int USUAL_BLOCKS = 6;

  private static final String NO_RATE = "no throughput is known by which to choose a rate";
  private final List<Arm> arms;
  private final ProcessSet set;
  private final Means means;

  /** Of the workloads that have slices of the kind. */
  private final Map<Kind, Map<String, Order>> orders = new HashMap<>();

  /** Whether one with more threads gets no more of a core. */
  private final boolean isSharedFairly = Sessions.shareCores();

  /** Requests a second that each arm can do where its p99 is measured, by workload and arm. */
  private final Map<String, Map<String, List<Double>>> capacities = new HashMap<>();

  /** Answers a second of one beside another, as they settled, by workload. */
  private final Map<String, List<Double>> settled = new HashMap<>();

  /**
   * @param arms alive and warm
   */
  Rounds(List<Arm> arms, ProcessSet set) {
    this.arms = arms;
    this.set = set;
    this.means = set.means();
  }

  private List<Contract> contracts() {
    return means.plan().contracts();
  }

  /**
   * Loads the arms on the cores that they are measured on, where a server needs a moment to find
   * its pace again; in the order of the rounds, since what has rested is slow at first. Where a
   * service says what was asked of it, each is alone: of two nobody would know who answered from
   * memory.
   */
  void settle() throws InterruptedException {
    double seconds = Math.min(means.options().sliceSeconds(), SETTLE_SLICE_SECONDS_MAX);
    Order order = Order.closedLoop(Kind.THROUGHPUT, seconds);
    for (Contract contract : contracts()) {
      List<Arm> due = wanted(contract, Kind.THROUGHPUT);
      boolean isAlone = contract.service().isPresent() || isInTurn(contract, Kind.THROUGHPUT);
      for (List<Arm> turn : isAlone ? inTurn(due) : besideReference(due)) {
        settle(turn, contract, slices(turn, contract, order));
      }
    }
  }

  private void settle(List<Arm> turn, Contract contract, List<Slice> slices) {
    String workload = contract.workload();
    for (int at = 0; at < turn.size(); at++) {
      Arm arm = turn.get(at);
      addSettled(workload, slices.get(at), turn.size());
      slices.get(at).problem().ifPresent(problem -> set.tell(arm, workload, problem));
    }
  }

  /** Who is loaded with whom: each alone. */
  private static List<List<Arm>> inTurn(List<Arm> arms) {
    return arms.stream().map(List::of).toList();
  }

  /**
   * Each subject together with the reference, where there is one. What else runs on the same
   * silicon makes a server a third slower for some tenths of a second, and then not. So each is
   * held against a reference that it happens to as well.
   */
  private static List<List<Arm>> besideReference(List<Arm> arms) {
    List<Arm> references = arms.stream().filter(arm -> arm.role() == Role.REFERENCE).toList();
    return arms.stream()
        .filter(arm -> arm.role() == Role.SUBJECT)
        .map(subject -> Stream.concat(Stream.of(subject), references.stream()).toList())
        .toList();
  }

  /**
   * @param count how many shared the cores in the slice: in the rounds there are two
   */
  private void addSettled(String workload, Slice slice, int count) {
    slice
        .sample()
        .map(sample -> sample.requestsPerSecond() * count / 2)
        .ifPresent(speed -> settled.computeIfAbsent(workload, key -> new ArrayList<>()).add(speed));
  }

  /**
   * All throughput comes first: a second at half the load between two slices of throughput changes
   * what those show.
   */
  void measure() throws InterruptedException {
    orders.put(Kind.THROUGHPUT, throughputs());
    measure(Kind.THROUGHPUT, set.endsAt() - secondsOfP99());
    orders.put(Kind.P99, chooseRates());
    // Its time is kept, however long throughput was suspect.
    measure(Kind.P99, Math.max(set.endsAt(), Measurement.now() + secondsOfP99()));
  }

  private Map<String, Order> throughputs() {
    Map<String, Order> chosen = new HashMap<>();
    for (Contract contract : contracts()) {
      String workload = contract.workload();
      double usual = means.options().sliceSeconds();
      double seconds = ClosedLoopSeconds.of(usual, settled.getOrDefault(workload, List.of()));
      chosen.put(workload, Order.closedLoop(Kind.THROUGHPUT, seconds));
    }
    return chosen;
  }

  private void measure(Kind kind, double endsAt) throws InterruptedException {
    if (!anyGoesOn(kind, endsAt)) {
      return;
    }
    // The driver keeps its own awake.
    AwakeCores awake = AwakeCores.keep(means.tools().cores().servers());
    try {
      rounds(kind, endsAt);
    } finally {
      awake.end();
    }
  }

  private void rounds(Kind kind, double endsAt) throws InterruptedException {
    for (int block = 1; anyGoesOn(kind, endsAt); block++) {
      means
          .progress()
          .accept(
              "%s: round %d (%s), %d undecided"
                  .formatted(set.group().name(), block, kind.word(), open(kind)));
      for (Contract contract : contracts()) {
        if (goesOn(contract, kind, endsAt)) {
          means.records().add(block(contract, block, orders.get(kind).get(contract.workload())));
        }
      }
    }
  }

  private boolean anyGoesOn(Kind kind, double endsAt) {
    return contracts().stream().anyMatch(contract -> goesOn(contract, kind, endsAt));
  }

  /** Is another block of the workload worth its time? */
  private boolean goesOn(Contract contract, Kind kind, double endsAt) {
    List<Comparison> needing = needing(contract, kind);
    if (needing.isEmpty() || !orders.get(kind).containsKey(contract.workload())) {
      return false;
    }
    double now = Measurement.now();
    return now < endsAt
        || (now < set.suspectsEndAt()
            && needing.stream().anyMatch(each -> each.isSuspect(kind, set.process())));
  }

  /** Comparisons of the workload whose verdict another slice may change. */
  private List<Comparison> needing(Contract contract, Kind kind) {
    return set.comparisons().stream()
        .filter(comparison -> comparison.workload().equals(contract.workload()))
        .filter(this::isWarm)
        .filter(comparison -> comparison.needs(kind, set.process()))
        .toList();
  }

  private boolean isWarm(Comparison comparison) {
    return arms.stream()
        .anyMatch(
            arm -> arm.id().equals(comparison.subject()) && arm.isWarm(comparison.workload()));
  }

  private int open(Kind kind) {
    return contracts().stream().mapToInt(contract -> needing(contract, kind).size()).sum();
  }

  /** Arms of which a slice may change a verdict. */
  private List<Arm> wanted(Contract contract, Kind kind) {
    List<String> subjects = needing(contract, kind).stream().map(Comparison::subject).toList();
    return arms.stream()
        .filter(arm -> arm.isWarm(contract.workload()))
        .filter(
            arm -> arm.role() == Role.REFERENCE ? !subjects.isEmpty() : subjects.contains(arm.id()))
        .toList();
  }

  private List<SliceRecord> block(Contract contract, int block, Order order)
      throws InterruptedException {
    List<SliceRecord> records = new ArrayList<>();
    List<List<Arm>> turns = turns(contract, order.kind(), block);
    for (int turn = 0; turn < turns.size(); turn++) {
      List<Arm> due = turns.get(turn);
      List<Slice> slices = measured(due, contract, order);
      for (int at = 0; at < due.size(); at++) {
        records.add(record(due.get(at), contract, block, turn, order.kind(), slices.get(at)));
      }
    }
    return records;
  }

  /**
   * Who is loaded when, together those that are loaded at the same time. A driver that loads two
   * sends to the first one a little earlier: so each is first in every other block.
   */
  private List<List<Arm>> turns(Contract contract, Kind kind, int block) {
    List<Arm> due = new ArrayList<>(wanted(contract, kind));
    Collections.shuffle(due, means.random());
    if (isInTurn(contract, kind)) {
      return inTurn(due);
    }
    List<List<Arm>> pairs = besideReference(due);
    return block % 2 == 0 ? pairs : pairs.stream().map(Rounds::reversed).toList();
  }

  private static List<Arm> reversed(List<Arm> arms) {
    List<Arm> reversed = new ArrayList<>(arms);
    Collections.reverse(reversed);
    return reversed;
  }

  /**
   * A p99 is of a server that has the cores for itself, and so is a limit in requests a second. Of
   * two revisions nothing but the ratio counts, and they have as many threads.
   */
  private boolean isInTurn(Contract contract, Kind kind) {
    if (means.plan().isPaired()) {
      return false;
    }
    return kind == Kind.P99
        || !isSharedFairly
        || needing(contract, kind).stream().anyMatch(each -> each.isAbsolute(kind));
  }

  private List<Slice> measured(List<Arm> due, Contract contract, Order order)
      throws InterruptedException {
    List<Double> pausedBefore = due.stream().map(Arm::pauseSeconds).toList();
    double began = Measurement.now();
    List<Slice> slices = slices(due, contract, order);
    double loaded = Measurement.now() - began;
    if (order.kind() == Kind.THROUGHPUT) {
      for (int at = 0; at < due.size(); at++) {
        Arm arm = due.get(at);
        double paused = arm.pauseSeconds() - pausedBefore.get(at);
        arm.addPauses(contract.workload(), paused, loaded);
        addCapacity(contract.workload(), arm.id(), slices.get(at), due.size());
      }
    }
    return slices;
  }

  /**
   * What a JVM's compilers still have to do after a slice would slow down whoever is loaded next on
   * the same cores.
   */
  private List<Slice> slices(List<Arm> due, Contract contract, Order order)
      throws InterruptedException {
    due.forEach(arm -> arm.compilers().begin());
    Order own = due.size() > 1 ? order.atOnce() : order;
    List<Slice> slices = Slice.measure(due, contract, own, means.tools());
    for (Arm arm : due) {
      arm.compilers().letFinish();
    }
    return slices;
  }

  /**
   * @param count how many shared the cores in the slice
   */
  private void addCapacity(String workload, String id, Slice slice, int count) {
    double perSecond = slice.sample().map(Sample::requestsPerSecond).orElse(0.0);
    capacities
        .computeIfAbsent(workload, key -> new HashMap<>())
        .computeIfAbsent(id, key -> new ArrayList<>())
        .add(perSecond * (means.plan().isPaired() ? 1 : count));
  }

  private SliceRecord record(
      Arm arm, Contract contract, int block, int order, Kind kind, Slice slice) {
    return new SliceRecord(
        arm.language(),
        set.group().name(),
        contract.workload(),
        set.process(),
        block,
        order,
        arm.id(),
        arm.role(),
        kind,
        slice.conditions(),
        slice.invalid(),
        slice.problem(),
        slice.sample());
  }

  /** What p99 takes, as far as can be told before any throughput is known. */
  private double secondsOfP99() {
    int all = contracts().stream().mapToInt(contract -> wanted(contract, Kind.P99).size()).sum();
    return all * USUAL_BLOCKS * Order.secondsOfSlice(OpenLoopRate.SECONDS_MIN);
  }

  /** One rate for all arms of a workload, and fixed for the run. */
  private Map<String, Order> chooseRates() {
    Map<String, Order> chosen = new HashMap<>();
    for (Contract contract : contracts()) {
      List<Comparison> needing = needing(contract, Kind.P99);
      if (needing.isEmpty()) {
        continue;
      }
      Optional<OpenLoopRate> rate = rate(contract.workload());
      Optional<String> whyNone = whyNone(rate);
      if (whyNone.isEmpty()) {
        OpenLoopRate own = rate.orElseThrow();
        chosen.put(contract.workload(), Order.openLoop(own.sliceSeconds(), own.perSecond()));
      } else {
        needing.forEach(each -> each.hasNoRate(whyNone.get()));
      }
    }
    return chosen;
  }

  private Optional<OpenLoopRate> rate(String workload) {
    return OpenLoopRate.of(
        capacities.getOrDefault(workload, Map.of()).values().stream().map(Steady::median).toList());
  }

  private Optional<String> whyNone(Optional<OpenLoopRate> rate) {
    if (rate.isEmpty()) {
      return Optional.of(NO_RATE);
    }
    double seconds = rate.get().sliceSeconds();
    if (seconds > set.p99SecondsMax()) {
      return Optional.of(
          "a slice of it takes %.1f s, and the run has no time for that (-Dloadline.full)"
              .formatted(seconds));
    }
    return Optional.empty();
  }
}

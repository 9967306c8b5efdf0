// An arm: one server of a set of processes, started, warmed once on everything that it is measured
// on, and stopped.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.instruments.CompilerWatch;
import dev.loadline.instruments.GcLog;
import dev.loadline.instruments.ServiceUse;
import dev.loadline.measure.SliceRecord.Role;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Variant;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

final class Arm {
  /**
   * Seconds, at least: for what every request needs, and for what each workload needs besides. Node
   * compiles within two. The slices go through all workloads in turn, because what a JVM has met
   * changes its speed.
   */
  private static final Map<String, WarmUpTimes> WARM_UP =
      Map.of("java", new WarmUpTimes(4, 0.8, 0.15), "node", new WarmUpTimes(2, 0.25, 0.1));

  /**
   * A JVM that compiles does a quarter of what it will do: so much longer it is warmed. Some are
   * warm in seconds; where Spring's need a minute, on a slow machine, the rest is compiled between
   * slices.
   */
  private static final double COMPILED_WITHIN_SECONDS = 25;

  /** Nobody is to fail for being young: who is asked again has this long for each workload. */
  private static final double COMPILED_WITHIN_SECONDS_LONG = 75;

  private final Wanted wanted;
  private final Server server;
  private final CompilerWatch compilers;
  private final Optional<GcLog> gcLog;
  private final Map<String, JsonNode> loads = new HashMap<>();
  private final Map<String, Pauses> pauses = new HashMap<>();

  /**
   * An arm that is to be started.
   *
   * @param contracts that it is measured on
   */
  record Wanted(Variant variant, Role role, List<Contract> contracts) {}

  private record WarmUpTimes(double first, double each, double slice) {}

  private record Pauses(double paused, double loaded) {
    Pauses and(Pauses more) {
      return new Pauses(paused + more.paused, loaded + more.loaded);
    }
  }

  private Arm(Wanted wanted, Server server, Optional<GcLog> gcLog) {
    this.wanted = wanted;
    this.server = server;
    this.compilers = new CompilerWatch(server::pids);
    this.gcLog = gcLog;
  }

  /**
   * @param process which set of processes
   * @param blocksFile beside which a JVM writes of its collections
   */
  static Arm start(Wanted wanted, Services services, int process, Path blocksFile)
      throws NotStarted, InterruptedException {
    Set<ServiceName> names =
        wanted.contracts().stream()
            .flatMap(contract -> contract.service().stream())
            .collect(Collectors.toSet());
    Optional<GcLog> gcLog = GcLog.beside(blocksFile, wanted.variant(), process);
    List<String> javaOptions = gcLog.map(GcLog::javaOptions).orElse(List.of());
    Map<String, String> urls = ServiceUse.urls(services, names);
    return new Arm(wanted, Servers.start(wanted.variant(), urls, javaOptions), gcLog);
  }

  String id() {
    return wanted.variant().id();
  }

  Wanted wanted() {
    return wanted;
  }

  Role role() {
    return wanted.role();
  }

  String language() {
    return wanted.variant().stack().language();
  }

  Server server() {
    return server;
  }

  CompilerWatch compilers() {
    return compilers;
  }

  /** Is there something to load it with? */
  boolean isWarm(String workload) {
    return loads.containsKey(workload);
  }

  /** As a driver needs it. */
  JsonNode load(String workload) {
    return loads.get(workload);
  }

  /**
   * Loads it on all cores, where a JVM's compiler has room. A limit has to hold whether two
   * workloads are measured or all: so it is warmed on the others too, as far as they need no
   * service. Where it still compiles, the time is for what it is measured on.
   *
   * @param others that it speaks, and is not measured on
   * @param secondsMax on all workloads together
   * @param isWarmedLong whether a JVM that still compiles is given longer than usual
   * @return by workload, of those that are measured
   */
  Map<String, WarmUp> warmUp(
      List<Contract> others, DriverProcess driver, double secondsMax, boolean isWarmedLong)
      throws InterruptedException {
    List<WarmUp> own = wanted.contracts().stream().map(WarmUp::new).toList();
    List<WarmUp> all = Stream.concat(own.stream(), others.stream().map(WarmUp::new)).toList();
    for (WarmUp workload : all) {
      workload.prepare(server);
    }
    WarmUpTimes times = WARM_UP.get(language());
    double began = Measurement.now();
    double least = times.first + times.each * all.size();
    double endsAt = began + Math.min(secondsMax, least);
    double compiledWithin =
        isWarmedLong ? COMPILED_WITHIN_SECONDS_LONG * own.size() : COMPILED_WITHIN_SECONDS;
    double compiledBy = began + Math.min(secondsMax, least + compiledWithin);
    BooleanSupplier isCompiling = () -> Measurement.now() < compiledBy && compilers.isCompiling();
    Predicate<WarmUp> goesOn =
        workload ->
            workload.isFit()
                && (Measurement.now() < endsAt
                    || (own.contains(workload) && isCompiling.getAsBoolean()));
    while (server.running() && all.stream().anyMatch(goesOn)) {
      for (WarmUp workload : all) {
        if (goesOn.test(workload)) {
          workload.load(server, driver, times.slice);
          compilers.letFinish();
        }
      }
    }
    Map<String, WarmUp> warmed = new LinkedHashMap<>();
    for (WarmUp workload : own) {
      workload.work().ifPresent(work -> loads.put(workload.name(), work));
      warmed.put(workload.name(), workload);
    }
    return warmed;
  }

  /** How long collections have stopped it so far, in seconds; 0 of another runtime. */
  double pauseSeconds() {
    return gcLog.map(GcLog::pauseSeconds).orElse(0.0);
  }

  /** For so long it was stopped in so many seconds of the workload. */
  void addPauses(String workload, double paused, double loaded) {
    pauses.merge(workload, new Pauses(paused, loaded), Pauses::and);
  }

  /** Of the time of a workload's slices; empty of another runtime. */
  OptionalDouble gcPauseShare(String workload) {
    Pauses own = pauses.get(workload);
    return gcLog.isEmpty() || own == null
        ? OptionalDouble.empty()
        : OptionalDouble.of(own.paused / own.loaded);
  }

  /** Why it is no more; empty while it runs. */
  static Optional<String> endOf(Server server) {
    if (server.running()) {
      return Optional.empty();
    }
    String output = server.lastOutput();
    String written = output.isEmpty() ? "it wrote nothing" : "it wrote: " + output;
    return Optional.of("the server ended: %s; %s".formatted(server.howItEnded(), written));
  }
}

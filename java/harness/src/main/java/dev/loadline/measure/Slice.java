// Measures one slice: what the driver saw, what servers used, what the machine and the service did
// meanwhile.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Load;
import dev.loadline.instruments.Conditions;
import dev.loadline.instruments.Cores;
import dev.loadline.instruments.Resources;
import dev.loadline.instruments.ServiceUse;
import dev.loadline.measure.DriverProcess.Target;
import dev.loadline.services.Services;
import dev.loadline.stacks.Server;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param invalid why it is not to be trusted
 * @param problem what the server did wrong besides errors of single answers
 */
record Slice(
    Conditions conditions,
    Optional<String> invalid,
    Optional<String> problem,
    Optional<Sample> sample) {
  private static final double NANOS_A_MICRO = 1_000;

  /** What slices are measured with. */
  record Tools(DriverProcess driver, Services services, Cores cores) {}

  /**
   * Arms that are loaded at the same time share the cores of the servers: whatever slows one of
   * them slows the others too.
   *
   * @param arms warm on the workload; one, where arms take turns
   * @param order for each of them
   * @return in the order of the arms
   */
  static List<Slice> measure(List<Arm> arms, Contract contract, Order order, Tools tools)
      throws InterruptedException {
    Optional<Arm> gone = arms.stream().filter(arm -> Arm.endOf(arm.server()).isPresent()).findAny();
    if (gone.isPresent()) {
      return without(arms, gone.get().id() + ": the server is not there", tools);
    }
    try {
      return counted(arms, contract, order, tools);
    } catch (DriverProcess.Failed | IOException failed) {
      return without(arms, failed.getMessage(), tools);
    }
  }

  /** A server that has ended is the reason itself. */
  private static List<Slice> without(List<Arm> arms, String invalid, Tools tools) {
    Conditions unknown = Conditions.unknown(tools.cores().serverCores());
    return arms.stream()
        .map(arm -> Arm.endOf(arm.server()))
        .map(
            ended ->
                new Slice(
                    unknown,
                    ended.isPresent() ? Optional.empty() : Optional.of(invalid),
                    ended,
                    Optional.empty()))
        .toList();
  }

  private static List<Slice> counted(List<Arm> arms, Contract contract, Order order, Tools tools)
      throws DriverProcess.Failed, IOException, InterruptedException {
    long driverPid = tools.driver().pid();
    ServiceUse use = ServiceUse.begin(tools.services(), contract.service());
    Conditions.Reading before = Conditions.Reading.now(driverPid);
    Order onCore = order.onOwnCore(!tools.cores().driver().isEmpty());
    List<Sample> samples = served(arms, contract.workload(), onCore, tools.driver());
    Conditions.Reading after = Conditions.Reading.now(driverPid);
    Conditions conditions = before.until(after, tools.cores().serverCores());
    OptionalDouble servers = sum(samples.stream().map(Sample::serverCpuShare).toList());
    Optional<String> unasked = unasked(use, contract.load().orElseThrow(), samples);
    // Of several nobody knows whose it is.
    boolean isShared = arms.size() > 1;
    List<Slice> slices = new ArrayList<>();
    for (int at = 0; at < arms.size(); at++) {
      Sample sample = samples.get(at);
      Optional<String> ended = Arm.endOf(arms.get(at).server());
      Optional<String> invalid = Invalid.why(order.kind(), sample, conditions, servers);
      slices.add(
          new Slice(
              conditions,
              isShared ? unasked.or(() -> invalid) : invalid,
              isShared ? ended : ended.or(() -> unasked),
              Optional.of(sample)));
    }
    return slices;
  }

  private static Optional<String> unasked(ServiceUse use, Load load, List<Sample> samples) {
    return use.problem(
        load.methods(),
        exchange -> samples.stream().mapToLong(sample -> sample.right(exchange)).sum(),
        samples.stream().anyMatch(sample -> sample.errors() > 0));
  }

  /** Empty where one is not known. */
  private static OptionalDouble sum(List<OptionalDouble> shares) {
    return shares.stream().allMatch(OptionalDouble::isPresent)
        ? OptionalDouble.of(shares.stream().mapToDouble(OptionalDouble::getAsDouble).sum())
        : OptionalDouble.empty();
  }

  private static List<Sample> served(
      List<Arm> arms, String workload, Order order, DriverProcess driver)
      throws DriverProcess.Failed, InterruptedException {
    Optional<String> reason = Resources.whyNot();
    List<Watch> watches =
        reason.isPresent() ? List.of() : arms.stream().map(Arm::server).map(Watch::of).toList();
    List<Sample> driven =
        driver.runAll(
            order,
            arms.stream()
                .map(arm -> new Target(arm.server().baseUrl(), arm.load(workload)))
                .toList());
    return IntStream.range(0, arms.size())
        .mapToObj(
            at -> {
              Sample sample = driven.get(at);
              return sample.with(
                  reason.map(Slice::unknownUse).orElseGet(() -> watches.get(at).use(sample)));
            })
        .toList();
  }

  /** What a server uses from now on. */
  private record Watch(
      Server server,
      boolean peaksAreFresh,
      long residentBefore,
      long beganNanos,
      Resources.CpuReading before) {
    static Watch of(Server server) {
      List<Long> pids = server.pids();
      return new Watch(
          server,
          Resources.resetPeaks(pids),
          server.residentBytes(),
          System.nanoTime(),
          Resources.readCpu(pids));
    }

    /**
     * @param sample of the time since then
     */
    ObjectNode use(Sample sample) {
      Resources.CpuReading after = Resources.readCpu(server.pids());
      double cpuNanos = before.until(after);
      OptionalLong compilers = before.compilersUntil(after);
      long elapsedNanos = System.nanoTime() - beganNanos;
      boolean isAnswered = sample.responses() > 0;
      return Slice.use(
          cpuNanos / elapsedNanos,
          isAnswered ? cpuNanos / NANOS_A_MICRO / sample.responses() : null,
          compilers.isEmpty() ? null : (double) compilers.getAsLong() / elapsedNanos,
          residentBefore,
          server.residentBytes(),
          peaksAreFresh ? Resources.peakResidentBytes(server.pids()) : null,
          whyIncomplete(isAnswered, peaksAreFresh));
    }
  }

  private static String whyIncomplete(boolean isAnswered, boolean peaksAreFresh) {
    if (!isAnswered) {
      return "nothing was answered";
    }
    return peaksAreFresh ? null : "peaks of memory cannot be reset on this machine";
  }

  static ObjectNode unknownUse(String reason) {
    return use(null, null, null, null, null, null, reason);
  }

  /**
   * What a server and its children have used, as a sample has it. Null where the machine does not
   * tell.
   *
   * @param cpuShare of one core, over the slice
   * @param compilerShare CPU time of the compilers of a JVM, of one core, over the slice; null
   *     where it is none
   * @param residentBytesBefore the slice, when the server was warm
   * @param residentBytes after the slice
   * @param peakResidentBytes the sum of each process's peak during the slice
   * @param reason why figures are null
   */
  private static ObjectNode use(
      Double cpuShare,
      Double cpuMicrosPerRequest,
      Double compilerShare,
      Long residentBytesBefore,
      Long residentBytes,
      Long peakResidentBytes,
      String reason) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("cpuShare", cpuShare)
        .put("cpuMicrosPerRequest", cpuMicrosPerRequest)
        .put("compilerShare", compilerShare)
        .put("residentBytesBefore", residentBytesBefore)
        .put("residentBytes", residentBytes)
        .put("peakResidentBytes", peakResidentBytes)
        .put("reason", reason);
  }
}

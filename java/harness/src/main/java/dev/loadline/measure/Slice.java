// Measures one slice of one arm: what the driver saw, what the server used, what the machine and
// the
// service did meanwhile.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Load;
import dev.loadline.instruments.Conditions;
import dev.loadline.instruments.Cores;
import dev.loadline.instruments.Resources;
import dev.loadline.instruments.ServiceUse;
import dev.loadline.services.Services;
import dev.loadline.stacks.Server;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
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
   * @param arm warm on the workload
   */
  static Slice measure(Arm arm, Contract contract, Order order, Tools tools)
      throws InterruptedException {
    Server server = arm.server();
    Optional<String> ended = Arm.endOf(server);
    if (ended.isPresent()) {
      return without(Optional.empty(), ended, tools);
    }
    try {
      return counted(arm, contract, order, tools);
    } catch (DriverProcess.Failed | IOException failed) {
      return server.endedByItself()
          ? without(Optional.empty(), Arm.endOf(server), tools)
          : without(Optional.of(failed.getMessage()), Optional.empty(), tools);
    }
  }

  private static Slice without(Optional<String> invalid, Optional<String> problem, Tools tools) {
    Conditions unknown = Conditions.unknown(tools.cores().serverCores());
    return new Slice(unknown, invalid, problem, Optional.empty());
  }

  private static Slice counted(Arm arm, Contract contract, Order order, Tools tools)
      throws DriverProcess.Failed, IOException, InterruptedException {
    long driverPid = tools.driver().pid();
    ServiceUse use = ServiceUse.begin(tools.services(), contract.service());
    Conditions.Reading before = Conditions.Reading.now(driverPid);
    Sample sample = served(arm.server(), arm.load(contract.workload()), order, tools.driver());
    Conditions.Reading after = Conditions.Reading.now(driverPid);
    Conditions conditions = before.until(after, tools.cores().serverCores());
    Load load = contract.load().orElseThrow();
    Optional<String> unasked = use.problem(load.methods(), sample::right, sample.errors() > 0);
    return new Slice(
        conditions,
        Invalid.why(order.kind(), sample, conditions),
        Arm.endOf(arm.server()).or(() -> unasked),
        Optional.of(sample));
  }

  private static Sample served(Server server, JsonNode load, Order order, DriverProcess driver)
      throws DriverProcess.Failed, InterruptedException {
    String url = server.baseUrl();
    Optional<String> reason = Resources.whyNot();
    if (reason.isPresent()) {
      return driver.run(order, url, load).with(unknownUse(reason.get()));
    }
    List<Long> pids = server.pids();
    boolean peaksAreFresh = Resources.resetPeaks(pids);
    long residentBefore = server.residentBytes();
    long began = System.nanoTime();
    Resources.CpuReading before = Resources.readCpu(pids);
    Sample sample = driver.run(order, url, load);
    Resources.CpuReading after = Resources.readCpu(server.pids());
    double cpuNanos = before.until(after);
    OptionalLong compilers = before.compilersUntil(after);
    long elapsedNanos = System.nanoTime() - began;
    boolean isAnswered = sample.responses() > 0;
    return sample.with(
        use(
            cpuNanos / elapsedNanos,
            isAnswered ? cpuNanos / NANOS_A_MICRO / sample.responses() : null,
            compilers.isEmpty() ? null : (double) compilers.getAsLong() / elapsedNanos,
            residentBefore,
            server.residentBytes(),
            peaksAreFresh ? Resources.peakResidentBytes(server.pids()) : null,
            whyIncomplete(isAnswered, peaksAreFresh)));
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

// Measures one slice: the driver's sample, and what the server used meanwhile.
package dev.loadline.measure;

import dev.loadline.stacks.Server;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * @param sample with the server's use
 */
record Slice(Sample sample, Conditions conditions) {
  private static final double NANOS_A_MICRO = 1_000;

  static Slice measure(Driver driver, CorePlan cores, Server server, Order order)
      throws DriverFailed, InterruptedException {
    Conditions.Reading before = Conditions.Reading.now(driver.pid());
    Optional<String> reason = Resources.whyNot();
    Sample sample =
        reason.isPresent()
            ? driver.run(order).with(ServerUse.unknown(reason.get()))
            : withUse(driver, server, order);
    Conditions.Reading after = Conditions.Reading.now(driver.pid());
    return new Slice(sample, before.until(after, cores.serverCores()));
  }

  private static Sample withUse(Driver driver, Server server, Order order)
      throws DriverFailed, InterruptedException {
    List<Long> pids = server.pids();
    boolean peaksAreFresh = Resources.resetPeaks(pids);
    long residentBefore = server.residentBytes();
    long began = System.nanoTime();
    Resources.CpuReading before = Resources.readCpu(pids);
    Sample sample = driver.run(order);
    Resources.CpuReading after = Resources.readCpu(server.pids());
    double cpuNanos = before.until(after);
    OptionalLong compilers = before.compilersUntil(after);
    long elapsedNanos = System.nanoTime() - began;
    return sample.with(
        new ServerUse(
            cpuNanos / elapsedNanos,
            sample.responses() > 0 ? cpuNanos / NANOS_A_MICRO / sample.responses() : null,
            compilers.isEmpty() ? null : (double) compilers.getAsLong() / elapsedNanos,
            residentBefore,
            server.residentBytes(),
            peaksAreFresh ? Resources.peakResidentBytes(server.pids()) : null,
            whyIncomplete(sample, peaksAreFresh)));
  }

  private static String whyIncomplete(Sample sample, boolean peaksAreFresh) {
    if (sample.responses() == 0) {
      return "nothing was answered";
    }
    return peaksAreFresh ? null : "peaks of memory cannot be reset on this machine";
  }
}

// Tells why a slice is not to be trusted, from its sample and what the machine did meanwhile.
package dev.loadline.measure;

import dev.loadline.instruments.Conditions;
import dev.loadline.instruments.CpuTicks;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

final class Invalid {
  private static final double BUSY = 0.85;

  /**
   * A driver and a server of the same runtime take turns on their cores, each idle for a tenth or
   * two, and neither is the bottleneck. One that keeps the server from a third of its core would
   * hide what it is to measure.
   */
  private static final double SERVER_IDLE_BELOW = 0.7;

  private static final double LATE_OF_P99_MAX = 0.1;

  /**
   * A machine's own work has any core for a per cent or three of the time, a tick of its clock at
   * once. What was sent late for that is not in the latencies. Where it is more, what is left is no
   * longer a sample of what was due.
   */
  private static final double LATE_SHARE_MAX = 0.1;

  private static final double LITTLE_OFF_MAX = 0.1;
  private static final String STOLEN = "CPU stolen";

  /** With fewer answers a connection, those that the window cuts at its ends weigh too much. */
  private static final long LITTLE_ANSWERS_PER_CONNECTION_MIN = 20;

  private static final double MICROS_A_SECOND = 1e6;

  private Invalid() {}

  /**
   * Empty when it is to be trusted.
   *
   * @param serversCpuShare of one core, what all servers had that were loaded at the same time;
   *     empty where the machine does not tell
   */
  static Optional<String> why(
      Kind kind, Sample sample, Conditions conditions, OptionalDouble serversCpuShare) {
    Optional<String> stolen = stolen(conditions);
    // An open loop's driver may be busy: it watches the clock. Whether it was late is what counts.
    return kind == Kind.P99
        ? stolen.or(() -> late(sample))
        : stolen
            .or(() -> driverBound(sample, conditions, serversCpuShare))
            .or(() -> offLittlesLaw(sample));
  }

  private static Optional<String> stolen(Conditions conditions) {
    double share = conditions.stolenCpuShare().orElse(0);
    return share <= CpuTicks.STOLEN_MAX
        ? Optional.empty()
        : Optional.of("%s: %s of it went to other machines".formatted(STOLEN, percent(share)));
  }

  /**
   * Had others the CPU, of the subject's slice or the reference's? That passes.
   *
   * @param reason why a block was left out
   */
  static boolean isStolen(String reason) {
    return reason.contains(STOLEN);
  }

  /** A driver that waits for its core is as busy as one that has it. */
  private static Optional<String> driverBound(
      Sample sample, Conditions conditions, OptionalDouble serversCpuShare) {
    double busy = sample.driverCpuShare() + conditions.driverWaitShare().orElse(0);
    int cores = conditions.serverCores();
    double server = serversCpuShare.orElse(cores) / cores;
    return busy <= BUSY || server >= SERVER_IDLE_BELOW
        ? Optional.empty()
        : Optional.of(
            "driver-bound: the driver had or awaited its core for %s of the time, the server had %s of its own"
                .formatted(percent(Math.min(1, busy)), percent(server)));
  }

  private static Optional<String> late(Sample sample) {
    OptionalDouble lateness = sample.latenessP99Micros();
    OptionalDouble latency = sample.p99Micros();
    double share = sample.lateShare();
    return share <= LATE_SHARE_MAX
            || lateness.isEmpty()
            || latency.isEmpty()
            || lateness.getAsDouble() <= LATE_OF_P99_MAX * latency.getAsDouble()
        ? Optional.empty()
        : Optional.of(
            "late sends: %s of the requests went out over 1 ms late; p99 of lateness %.0f µs, of latency %.0f µs"
                .formatted(percent(share), lateness.getAsDouble(), latency.getAsDouble()));
  }

  /**
   * In a closed loop connections = throughput x mean latency (Little 1961). Where that does not
   * hold, answers or time are missing: the driver was busy elsewhere, or stood still. A request
   * that is cut by the start of the slice counts whole, one that is cut by its end not at all: a
   * server that stands still then is off by as much as its slowest answer took.
   */
  private static Optional<String> offLittlesLaw(Sample sample) {
    int connections = sample.connections();
    if (sample.valid() < connections * LITTLE_ANSWERS_PER_CONNECTION_MIN) {
      return Optional.empty();
    }
    Histogram latencies = sample.latencies();
    double inFlight = sample.requestsPerSecond() * latencies.getMean() / MICROS_A_SECOND;
    double cut = latencies.getMaxValue() / (sample.seconds() * MICROS_A_SECOND);
    return Math.abs(inFlight / connections - 1) <= LITTLE_OFF_MAX + cut
        ? Optional.empty()
        : Optional.of(
            "Little's law: throughput x mean latency is %.1f requests in flight, on %d connections"
                .formatted(inFlight, connections));
  }

  private static String percent(double share) {
    return "%d %%".formatted(Math.round(share * 100));
  }
}

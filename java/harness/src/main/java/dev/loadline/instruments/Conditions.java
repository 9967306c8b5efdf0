// What the machine did to a slice: CPU time that others had, and the driver waiting for its core.
package dev.loadline.instruments;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shares of a slice's time; empty where the machine does not tell.
 *
 * @param stolenCpuShare of all cores' time, what the hypervisor gave to others
 * @param driverWaitShare for how long the driver was ready to run and had no core
 * @param serverCores how many cores the servers are kept to
 */
public record Conditions(
    OptionalDouble stolenCpuShare, OptionalDouble driverWaitShare, int serverCores) {

  /** Of a slice that was not measured. */
  public static Conditions unknown(int serverCores) {
    return new Conditions(OptionalDouble.empty(), OptionalDouble.empty(), serverCores);
  }

  public ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    put(json, "stolenCpuShare", stolenCpuShare);
    put(json, "driverWaitShare", driverWaitShare);
    return json.put("serverCores", serverCores);
  }

  private static void put(ObjectNode json, String key, OptionalDouble share) {
    json.put(key, share.isPresent() ? (Double) share.getAsDouble() : null);
  }

  /**
   * What can be read at one moment.
   *
   * @param waits nanoseconds that each of the driver's threads has waited for a core so far
   */
  public record Reading(Optional<CpuTicks> ticks, Map<String, Long> waits, long atNanos) {

    public static Reading now(long driverPid) {
      return new Reading(CpuTicks.now(), Resources.threadWaits(driverPid), System.nanoTime());
    }

    public Conditions until(Reading later, int serverCores) {
      return new Conditions(stolenShare(later), waitShare(later), serverCores);
    }

    private OptionalDouble stolenShare(Reading later) {
      return ticks.isPresent() && later.ticks.isPresent()
          ? ticks.get().stolenShareUntil(later.ticks.get())
          : OptionalDouble.empty();
    }

    /** Of the thread that waited longest: in a driver, one thread does the work. */
    private OptionalDouble waitShare(Reading later) {
      return later.waits.entrySet().stream()
          .mapToDouble(each -> each.getValue() - waits.getOrDefault(each.getKey(), 0L))
          .map(nanos -> Math.max(0, nanos) / (later.atNanos - atNanos))
          .max();
    }
  }
}

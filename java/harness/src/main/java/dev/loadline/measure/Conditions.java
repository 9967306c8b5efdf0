// What the machine did to a slice: CPU time that others had, and the driver waiting for its core.
package dev.loadline.measure;

import java.util.Arrays;
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
record Conditions(OptionalDouble stolenCpuShare, OptionalDouble driverWaitShare, int serverCores) {

  ObjectNode json() {
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
  record Reading(Optional<Ticks> ticks, Map<String, Long> waits, long atNanos) {

    static Reading now(long driverPid) {
      return new Reading(
          Resources.read("/proc/stat").flatMap(Ticks::of),
          Resources.threadWaits(driverPid),
          System.nanoTime());
    }

    Conditions until(Reading later, int serverCores) {
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

  /** CPU time of all cores since the machine was started, in ticks. */
  record Ticks(long stolen, long all) {
    /** user, nice, system, idle, iowait, irq, softirq, steal; guests are within user already. */
    private static final int KINDS = 8;

    /**
     * @param stat the text of /proc/stat
     */
    static Optional<Ticks> of(String stat) {
      String[] words = stat.lines().findFirst().orElse("").trim().split("\\s+");
      if (!words[0].equals("cpu") || words.length <= KINDS) {
        return Optional.empty();
      }
      long[] ticks = Arrays.stream(words).skip(1).limit(KINDS).mapToLong(Long::parseLong).toArray();
      return Optional.of(new Ticks(ticks[KINDS - 1], Arrays.stream(ticks).sum()));
    }

    OptionalDouble stolenShareUntil(Ticks later) {
      return later.all <= all
          ? OptionalDouble.empty()
          : OptionalDouble.of((double) (later.stolen - stolen) / (later.all - all));
    }
  }
}

// A stack's server while it is measured: a subject, or the yardstick that it is measured against.
package dev.loadline.measure;

import dev.loadline.measure.BlockSlice.Role;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Variant;
import java.util.Optional;

/**
 * @param server lives until all that its set of processes is asked has been measured
 * @param gcLog empty of a server on another runtime
 */
record Arm(Variant variant, Role role, Server server, Optional<GcLog> gcLog) {
  private static final String YARDSTICK = "yardstick";

  String id() {
    return variant.id();
  }

  String language() {
    return variant.stack().language();
  }

  boolean isNeededBy(Metric metric) {
    return metric.needs(id(), role);
  }

  /** The reference of a stack: its language's yardstick. */
  static String yardstickOf(String stack) {
    return languageOf(stack) + "/" + YARDSTICK;
  }

  static String languageOf(String stack) {
    return stack.substring(0, stack.indexOf('/'));
  }
}

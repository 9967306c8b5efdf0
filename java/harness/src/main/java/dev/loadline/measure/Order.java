// One slice to be done, and how a driver's standard input takes it.
package dev.loadline.measure;

import dev.loadline.measure.SliceRecord.Kind;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param seconds length of the window
 * @param rampSeconds before it
 * @param ratePerSecond of the open loop; empty for a closed loop
 * @param ownsCore whether the driver has a core for itself
 */
record Order(
    Kind kind, double seconds, double rampSeconds, OptionalDouble ratePerSecond, boolean ownsCore) {
  /** Short slices too must not begin with the opening of connections. */
  private static final double RAMP_SECONDS = 0.05;

  /**
   * Two that are loaded at the same time open their connections one after the other: so long the
   * first one has the core for itself.
   */
  private static final double RAMP_SECONDS_AT_ONCE = 0.2;

  /** Connections are opened and closed, and the machine is looked at. */
  private static final double OVERHEAD_SECONDS = 0.08;

  static Order closedLoop(Kind kind, double seconds) {
    return new Order(kind, seconds, RAMP_SECONDS, OptionalDouble.empty(), false);
  }

  static Order openLoop(double seconds, double ratePerSecond) {
    return new Order(Kind.P99, seconds, RAMP_SECONDS, OptionalDouble.of(ratePerSecond), false);
  }

  /** The same for arms that are loaded at the same time. */
  Order atOnce() {
    return new Order(kind, seconds, RAMP_SECONDS_AT_ONCE, ratePerSecond, ownsCore);
  }

  /**
   * @param isPinned whether the driver is kept to a core, and nobody else is there
   */
  Order onOwnCore(boolean isPinned) {
    return new Order(kind, seconds, rampSeconds, ratePerSecond, isPinned);
  }

  /**
   * @param seconds of its window
   * @return that a slice takes
   */
  static double secondsOfSlice(double seconds) {
    return seconds + RAMP_SECONDS + OVERHEAD_SECONDS;
  }

  /**
   * @param url of the server
   * @param load a contract's, without pages
   */
  ObjectNode json(String url, JsonNode load) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("url", url).put("seconds", seconds).put("rampSeconds", rampSeconds);
    json.put("ownsCore", ownsCore);
    ratePerSecond.ifPresent(rate -> json.put("ratePerSecond", rate));
    json.set("load", load);
    return json;
  }
}

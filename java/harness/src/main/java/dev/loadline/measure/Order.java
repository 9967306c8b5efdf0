// One slice to be done, as a driver's standard input takes it.
package dev.loadline.measure;

import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param url of the server
 * @param seconds length of the window
 * @param ratePerSecond of the open loop; empty for a closed loop
 * @param load a contract's, without pages
 */
record Order(String url, double seconds, OptionalDouble ratePerSecond, JsonNode load) {

  static Order closedLoop(String url, double seconds, JsonNode load) {
    return new Order(url, seconds, OptionalDouble.empty(), load);
  }

  static Order openLoop(String url, double seconds, double ratePerSecond, JsonNode load) {
    return new Order(url, seconds, OptionalDouble.of(ratePerSecond), load);
  }

  ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("url", url).put("seconds", seconds);
    ratePerSecond.ifPresent(rate -> json.put("ratePerSecond", rate));
    json.set("load", load);
    return json;
  }
}

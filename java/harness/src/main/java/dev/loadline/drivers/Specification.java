// What a driver is asked to do for one slice, and that it is fit to be done.
package dev.loadline.drivers;

import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * One line on a driver's standard input.
 *
 * @param url where the server is: {@code http://127.0.0.1:8080}
 * @param seconds length of the window in which answers count
 * @param rampSeconds load before that window opens (default a tenth, at most 0.2 s)
 * @param timeoutSeconds how long an answer may take (default 10)
 * @param ownsCore whether the driver has a core for itself: then it does not sleep in a closed loop
 *     (default false)
 * @param ratePerSecond requests due in a second, in an open loop; empty for a closed one
 * @param load a contract's {@code load}: {@code connections} and {@code exchanges} or {@code echo}
 * @param turns words of the exchanges that take these values in turn, a lap each, whichever
 *     connection it is on
 */
record Specification(
    URI url,
    double seconds,
    double rampSeconds,
    double timeoutSeconds,
    boolean ownsCore,
    OptionalDouble ratePerSecond,
    JsonNode load,
    Map<String, List<String>> turns) {
  private static final double SLICE_SECONDS_MAX = 3600;
  private static final double RAMP_SECONDS_MAX = 0.2;
  private static final double RAMP_SHARE = 0.1;
  private static final double TIMEOUT_SECONDS = 10;

  /**
   * @return one specification, or a list of those that are loaded at the same time
   * @throws UnfitSpecification for a line that is no JSON
   */
  static JsonNode read(String line) {
    List<Problem> notJson = new ArrayList<>();
    return JsonFile.parse(line, "the specification", notJson)
        .orElseThrow(
            () ->
                unfit(
                    notJson.stream()
                        .map(problem -> "expected JSON: " + problem.actual())
                        .toList()));
  }

  /**
   * @throws UnfitSpecification that names everything that is wrong
   */
  static Specification of(JsonNode input) {
    List<String> problems = problemsOf(input);
    if (!problems.isEmpty()) {
      throw unfit(problems);
    }
    double seconds = input.get("seconds").asDouble();
    return new Specification(
        URI.create(input.get("url").asString()),
        seconds,
        input.path("rampSeconds").asDouble(Math.min(RAMP_SECONDS_MAX, seconds * RAMP_SHARE)),
        input.path("timeoutSeconds").asDouble(TIMEOUT_SECONDS),
        input.path("ownsCore").asBoolean(false),
        input.has("ratePerSecond")
            ? OptionalDouble.of(input.get("ratePerSecond").asDouble())
            : OptionalDouble.empty(),
        input.get("load"),
        turnsOf(input.path("turns")));
  }

  private static UnfitSpecification unfit(List<String> problems) {
    return new UnfitSpecification("the specification is not valid: " + String.join("; ", problems));
  }

  private static List<String> problemsOf(JsonNode input) {
    if (!input.isObject()) {
      return List.of("expected an object");
    }
    JsonNode load = input.path("load");
    return Stream.of(
            isAddress(input.path("url"))
                ? ""
                : "/url: expected an address such as http://127.0.0.1:8080",
            isWithin(input.path("seconds"), SLICE_SECONDS_MAX)
                ? ""
                : "/seconds: expected more than 0 and at most 3600",
            isAbsentOr(input, "rampSeconds", node -> node.isNumber() && node.asDouble() >= 0)
                ? ""
                : "/rampSeconds: expected 0 or more",
            isAbsentOr(input, "timeoutSeconds", node -> isWithin(node, SLICE_SECONDS_MAX))
                ? ""
                : "/timeoutSeconds: expected more than 0 and at most 3600",
            isAbsentOr(input, "ratePerSecond", node -> isWithin(node, Double.MAX_VALUE))
                ? ""
                : "/ratePerSecond: expected a number of more than 0",
            isAbsentOr(input, "ownsCore", JsonNode::isBoolean)
                ? ""
                : "/ownsCore: expected true or false",
            load.path("connections").isIntegralNumber() && load.get("connections").asLong() > 0
                ? ""
                : "/load/connections: expected 1 or more",
            isFilledList(load.path("exchanges")) != load.path("echo").isObject()
                ? ""
                : "/load: expected either exchanges or echo",
            input.path("turns").valueStream().allMatch(Specification::isTexts)
                ? ""
                : "/turns: expected a list of texts, not empty, for each word")
        .filter(problem -> !problem.isEmpty())
        .toList();
  }

  private static boolean isAddress(JsonNode url) {
    try {
      URI address = URI.create(url.asString(""));
      return "http".equals(address.getScheme()) && address.getHost() != null;
    } catch (IllegalArgumentException noAddress) {
      return false;
    }
  }

  private static boolean isWithin(JsonNode number, double max) {
    return number.isNumber() && number.asDouble() > 0 && number.asDouble() <= max;
  }

  private static boolean isAbsentOr(JsonNode input, String key, Predicate<JsonNode> holds) {
    return !input.has(key) || holds.test(input.get(key));
  }

  private static boolean isFilledList(JsonNode list) {
    return list.isArray() && !list.isEmpty();
  }

  private static boolean isTexts(JsonNode values) {
    return isFilledList(values) && values.valueStream().allMatch(JsonNode::isString);
  }

  private static Map<String, List<String>> turnsOf(JsonNode turns) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    turns
        .properties()
        .forEach(
            each ->
                values.put(
                    each.getKey(), each.getValue().valueStream().map(JsonNode::asString).toList()));
    return values;
  }

  int connections() {
    return load.get("connections").asInt();
  }
}

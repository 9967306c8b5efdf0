// What a contract expects of a JSON value that it does not know: its type, a pattern, a minimum.
package dev.loadline.contracts;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * @param node one or several of {@code $type}, {@code $pattern} and {@code $minimum}, which all
 *     hold
 */
record JsonMatcher(JsonNode node) {
  static boolean isOne(JsonNode node) {
    return node.isObject()
        && !node.isEmpty()
        && node.propertyNames().stream().allMatch(key -> key.startsWith("$"));
  }

  boolean holds(JsonNode actual) {
    return isOfType(actual)
        && (!node.has("$pattern")
            || actual.isString() && pattern().matcher(actual.asString()).find())
        && (!node.has("$minimum")
            || actual.isNumber()
                && actual.decimalValue().compareTo(node.get("$minimum").decimalValue()) >= 0);
  }

  private boolean isOfType(JsonNode actual) {
    return switch (type()) {
      case "string" -> actual.isString();
      case "number" -> actual.isNumber();
      case "integer" -> actual.isNumber() && actual.canConvertToExactIntegral();
      case "boolean" -> actual.isBoolean();
      case "object" -> actual.isObject();
      case "array" -> actual.isArray();
      case "null" -> actual.isNull();
      default -> throw new IllegalArgumentException("no such type: " + type());
    };
  }

  /** What is not said follows from what is. */
  private String type() {
    return node.path("$type").asString(node.has("$minimum") ? "number" : "string");
  }

  private Pattern pattern() {
    return Pattern.compile(node.get("$pattern").asString());
  }

  /** Such as {@code an integer of at least 1}. */
  String told() {
    String type =
        switch (type()) {
          case "null" -> "null";
          case "integer", "object", "array" -> "an " + type();
          default -> "a " + type();
        };
    String pattern =
        node.has("$pattern") ? " matching /" + node.get("$pattern").asString() + "/" : "";
    String minimum = node.has("$minimum") ? " of at least " + node.get("$minimum") : "";
    return type + minimum + pattern;
  }
}

// Holds the bodies of answers to what a contract's load expects, part by part and cheaply.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A check of one body at a time. */
interface BodyCheck {
  void begin(Map<String, String> words);

  /** The bytes are only lent. */
  void take(ByteBuf bytes, int at, int length);

  /** What is wrong with the body that has ended. */
  Optional<String> end();

  /**
   * @param expectation {@code body} of a response in a contract; missing where any will do
   * @param tally learns when items arrive
   * @throws UnfitSpecification for an expectation that cannot be checked under load
   */
  static BodyCheck of(JsonNode expectation, Tally tally) {
    if (expectation.isMissingNode()) {
      return new AnyBody();
    }
    String kind = expectation.propertyNames().iterator().next();
    JsonNode expected = expectation.get(kind);
    return switch (kind) {
      case "text" -> new ExactBody(expected.asString());
      case "empty" -> new ExactBody("");
      case "json" -> new JsonBody(expected, false);
      case "jsonIncludes" -> new JsonBody(expected, true);
      case "pattern" -> new PatternBody(expected.asString());
      case "items" ->
          new ItemsBody(expected.get("count").asLong(), expected.get("size").asInt(), tally);
      default ->
          throw new UnfitSpecification(
              "the driver cannot check body."
                  + kind
                  + "; it checks text, empty, json, jsonIncludes, pattern and items"
                  + " (a page is handed to it as the text of a response that was found right)");
    };
  }
}

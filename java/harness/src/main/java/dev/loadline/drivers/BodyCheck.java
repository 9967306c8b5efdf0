// Holds the bodies of answers to what a contract's load expects, part by part and cheaply.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A check of one body at a time. */
interface BodyCheck {
  void begin(Map<String, JsonNode> words);

  /** Does it look at the whole body when it has ended, rather than at its parts as they come? */
  default boolean isOfWhole() {
    return false;
  }

  /** The bytes are only lent. */
  void take(ByteBuf bytes, int at, int length);

  /** What is wrong with the body that has ended. */
  Optional<String> end();

  /**
   * @param expectation {@code body} of a response in a contract; missing where any will do
   * @param tally learns when items arrive
   * @param whole where the body will be when it has ended, for a check that is of the whole
   * @throws UnfitSpecification for an expectation that cannot be checked under load
   */
  static BodyCheck of(JsonNode expectation, Tally tally, HeldBody whole) {
    if (expectation.isMissingNode()) {
      return new AnyBody();
    }
    String kind = expectation.propertyNames().iterator().next();
    JsonNode expected = expectation.get(kind);
    return switch (kind) {
      case "text" -> new ExactBody(expected.asString());
      case "empty" -> new ExactBody("");
      case "json" -> new JsonBody(expected, false, whole);
      case "jsonIncludes" -> new JsonBody(expected, true, whole);
      case "pattern" -> new PatternBody(expected.asString(), whole);
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

// Reads JSON that a server sent, and compares it as JavaScript would: 1 and 1.0 are equal.
package dev.loadline.contracts;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private Json() {}

  /** Empty when it is no JSON. */
  public static Optional<JsonNode> parsed(byte[] bytes) {
    try {
      return Optional.of(MAPPER.readTree(bytes)).filter(node -> !node.isMissingNode());
    } catch (JacksonException notJson) {
      return Optional.empty();
    }
  }

  public static boolean equal(JsonNode one, JsonNode other) {
    return one.equals(Json::compare, other);
  }

  private static int compare(JsonNode one, JsonNode other) {
    if (one.isNumber() && other.isNumber()) {
      return one.decimalValue().compareTo(other.decimalValue());
    }
    return one.equals(other) ? 0 : 1;
  }
}

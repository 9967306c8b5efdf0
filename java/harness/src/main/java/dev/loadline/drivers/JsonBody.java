// Holds a body to JSON; what was once found right is not compared again.
package dev.loadline.drivers;

import dev.loadline.contracts.JsonMatch;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JsonBody implements BodyCheck {
  private final Template filled;
  private final boolean includes;
  private final HeldBody body;
  private JsonMatch match;

  /** By identity: equal bytes come as the same object. */
  private JsonNode knownRight;

  /**
   * @param includes whether other keys may be there
   * @param body that of the answer, which is held for it
   */
  JsonBody(JsonNode expected, boolean includes, HeldBody body) {
    this.filled = Template.ofJson(expected);
    this.match = new JsonMatch(expected, includes);
    this.includes = includes;
    this.body = body;
  }

  @Override
  public boolean isOfWhole() {
    return true;
  }

  @Override
  public void begin(Map<String, JsonNode> words) {
    if (filled.hasWords()) {
      match = new JsonMatch(JsonMapper.shared().readTree(filled.filled(words)), includes);
      knownRight = null;
    }
  }

  @Override
  public void take(ByteBuf bytes, int at, int length) {}

  @Override
  public Optional<String> end() {
    Optional<JsonNode> actual = body.json();
    if (actual.isEmpty()) {
      String came = Told.shown(body.copy());
      return Optional.of("body: expected " + match.expected() + ", got " + came + ", not JSON");
    }
    if (actual.get() == knownRight) {
      return Optional.empty();
    }
    List<JsonMatch.Difference> differences = match.differences(actual.get());
    if (differences.isEmpty()) {
      knownRight = actual.get();
      return Optional.empty();
    }
    return Optional.of(differences.stream().map(JsonBody::told).collect(Collectors.joining("; ")));
  }

  private static String told(JsonMatch.Difference difference) {
    String actual = Told.cut(difference.actual());
    return difference.what() + ": expected " + difference.expected() + ", got " + actual;
  }
}

// Holds a body to JSON; bytes that were once found right are not parsed again.
package dev.loadline.drivers;

import dev.loadline.contracts.Json;
import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class JsonBody implements BodyCheck {
  private final Template filled;
  private final boolean includes;
  private final HeldBody body = new HeldBody();
  private JsonNode expected;
  private byte[] knownRight;

  /**
   * @param includes whether other keys may be there
   */
  JsonBody(JsonNode expected, boolean includes) {
    this.filled = Template.ofJson(expected);
    this.expected = expected;
    this.includes = includes;
  }

  @Override
  public void begin(Map<String, String> words) {
    body.begin();
    if (filled.hasWords()) {
      expected = JsonMapper.shared().readTree(filled.filled(words));
    }
  }

  @Override
  public void take(ByteBuf bytes, int at, int length) {
    body.take(bytes, at, length);
  }

  @Override
  public Optional<String> end() {
    if (knownRight != null && body.is(knownRight)) {
      return Optional.empty();
    }
    byte[] actual = body.copy();
    if (Json.parsed(actual).filter(this::holds).isPresent()) {
      knownRight = filled.hasWords() ? null : actual;
      return Optional.empty();
    }
    return Optional.of("expected JSON " + expected + ", got " + Told.shown(actual));
  }

  private boolean holds(JsonNode actual) {
    return includes
        ? expected.properties().stream()
            .allMatch(wanted -> Json.equal(actual.path(wanted.getKey()), wanted.getValue()))
        : Json.equal(actual, expected);
  }
}

// Finds every body right.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

final class AnyBody implements BodyCheck {
  @Override
  public void begin(Map<String, JsonNode> words) {}

  @Override
  public void take(ByteBuf bytes, int at, int length) {}

  @Override
  public Optional<String> end() {
    return Optional.empty();
  }
}

// Holds a body to certain bytes, without keeping it.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

final class ExactBody implements BodyCheck {
  private final Template text;
  private KnownBytes expected;
  private int position;
  private boolean equal;

  /** The start of a body that turned out to be another one. */
  private ByteBuf actual = Unpooled.EMPTY_BUFFER;

  ExactBody(String text) {
    this.text = Template.of(text);
    this.expected = bytesOf(text);
  }

  private static KnownBytes bytesOf(String text) {
    return new KnownBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void begin(Map<String, JsonNode> words) {
    if (text.hasWords()) {
      expected = bytesOf(text.filled(words));
    }
    position = 0;
    equal = true;
  }

  @Override
  public void take(ByteBuf bytes, int at, int length) {
    if (equal) {
      equal = expected.equal(position, bytes, at, length);
      if (!equal) {
        // Up to here it was as expected.
        actual = Unpooled.buffer().writeBytes(expected.bytes(), 0, position);
      }
    }
    if (!equal && actual.readableBytes() <= Told.SHOWN_BYTES) {
      actual.writeBytes(bytes, at, Math.min(length, Told.SHOWN_BYTES + 1));
    }
    position += length;
  }

  @Override
  public Optional<String> end() {
    if (equal && position == expected.length()) {
      return Optional.empty();
    }
    byte[] came = equal ? Arrays.copyOf(expected.bytes(), position) : ByteBufUtil.getBytes(actual);
    return Optional.of(
        "expected " + told(expected.bytes(), expected.length()) + ", got " + told(came, position));
  }

  private static String told(byte[] bytes, int length) {
    return Told.shown(bytes) + " (" + length + " bytes)";
  }
}

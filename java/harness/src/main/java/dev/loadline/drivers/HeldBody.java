// Keeps a body whose parts cannot be judged one by one, in memory that is used again and again.
package dev.loadline.drivers;

import dev.loadline.contracts.Json;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

final class HeldBody {
  /** Far over what a contract expects; a server that never ends shall not fill the driver. */
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  private static final int FIRST_BYTES = 1024;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

  /** What was parsed last: bodies that equal it are not parsed again. */
  private byte[] parsedBytes = new byte[0];

  private Optional<JsonNode> parsed = Optional.empty();

  void begin() {
    length = 0;
  }

  /** What is over the limit is dropped, so that the body is found wrong. */
  void take(ByteBuf from, int at, int partLength) {
    int taken = Math.min(partLength, BYTES_MAX - length);
    if (length + taken > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + taken, Math.min(BYTES_MAX, 2 * length)));
    }
    from.getBytes(at, bytes, length, taken);
    length += taken;
  }

  /** The same object for the same bytes; empty when they are no JSON. */
  Optional<JsonNode> json() {
    if (!Arrays.equals(bytes, 0, length, parsedBytes, 0, parsedBytes.length)) {
      parsedBytes = copy();
      parsed = Json.parsed(parsedBytes);
    }
    return parsed;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  String text() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}

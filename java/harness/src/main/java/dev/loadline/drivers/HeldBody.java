// Keeps a body whose parts cannot be judged one by one, in memory that is used again and again.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

final class HeldBody {
  /** Far over what a contract expects; a server that never ends shall not fill the driver. */
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  private static final int FIRST_BYTES = 1024;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int length;

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

  boolean is(byte[] other) {
    return Arrays.equals(bytes, 0, length, other, 0, other.length);
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, length);
  }

  String text() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}

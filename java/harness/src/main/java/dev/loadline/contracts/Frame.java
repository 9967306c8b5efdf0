// One frame of a WebSocket connection (RFC 6455, section 5.2).
package dev.loadline.contracts;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * @param opcode as {@link #TEXT} and the like
 * @param reserved the three reserved bits
 */
record Frame(int opcode, boolean last, int reserved, byte[] payload) {
  static final int CONTINUATION = 0;
  static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  /** What stands for a close frame without a code. */
  static final int NO_CODE = 1005;

  /** Any will do: no proxy is to be protected from what we send. */
  private static final int[] MASK = {0x4c, 0x6f, 0x61, 0x64};

  static Frame of(int opcode, byte[] payload) {
    return new Frame(opcode, true, 0, payload);
  }

  /** The payload of a close frame; {@link #NO_CODE} gives none. */
  static byte[] closePayload(int code, String reason) {
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(2 + text.length).putShort((short) code).put(text).array();
  }

  int closeCode() {
    return payload.length < 2 ? NO_CODE : ByteBuffer.wrap(payload).getShort() & 0xffff;
  }

  boolean isControl() {
    return opcode >= CLOSE;
  }

  byte[] bytes() {
    return bytes(true, payload.length);
  }

  /**
   * @param announcedBytes the length that stands in the header
   */
  byte[] bytes(boolean masked, long announcedBytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(payload.length + 14);
    out.write((last ? 0x80 : 0) | reserved << 4 | opcode);
    writeLength(out, masked ? 0x80 : 0, announcedBytes);
    if (!masked) {
      out.writeBytes(payload);
      return out.toByteArray();
    }
    for (int part : MASK) {
      out.write(part);
    }
    for (int i = 0; i < payload.length; i++) {
      out.write(payload[i] ^ MASK[i % 4]);
    }
    return out.toByteArray();
  }

  private static void writeLength(ByteArrayOutputStream out, int maskBit, long length) {
    if (length < 126) {
      out.write(maskBit | (int) length);
    } else if (length < 65_536) {
      out.write(maskBit | 126);
      out.writeBytes(ByteBuffer.allocate(2).putShort((short) length).array());
    } else {
      out.write(maskBit | 127);
      out.writeBytes(ByteBuffer.allocate(8).putLong(length).array());
    }
  }

  String shown() {
    return switch (opcode) {
      case TEXT -> "text " + Shown.quoted(payload);
      case BINARY -> "binary " + Shown.quoted(payload);
      case CLOSE -> "close " + closeCode();
      case PING -> "ping " + Shown.quoted(payload);
      case PONG -> "pong " + Shown.quoted(payload);
      default -> "a frame with opcode " + opcode;
    };
  }
}

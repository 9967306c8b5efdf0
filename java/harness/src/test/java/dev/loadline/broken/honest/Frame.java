// Reads and writes WebSocket frames (RFC 6455, section 5.2).
package dev.loadline.broken.honest;

import java.io.IOException;
import java.io.OutputStream;

/**
 * One frame.
 *
 * @param opcode 0 continuation, 1 text, 2 binary, 8 close, 9 ping, 10 pong
 */
public record Frame(boolean last, int opcode, byte[] payload) {
  static final int CONTINUATION = 0;
  public static final int TEXT = 1;
  static final int BINARY = 2;
  static final int CLOSE = 8;
  static final int PING = 9;
  static final int PONG = 10;

  private static final int CONTROL_BYTES = 125;

  /** A client that breaks the protocol, and the code to close with. */
  static final class Violation extends Exception {
    private static final long serialVersionUID = 1L;

    private final int code;

    Violation(int code) {
      super("the client broke the protocol: " + code, null, false, false);
      this.code = code;
    }

    int code() {
      return code;
    }
  }

  boolean isControl() {
    return opcode >= CLOSE;
  }

  /**
   * Reads the next frame.
   *
   * @param room how many bytes a data frame may have
   */
  static Frame read(Request.Input in, int room) throws IOException, Violation {
    byte[] start = in.readExactly(2);
    boolean last = (start[0] & 0x80) != 0;
    int opcode = start[0] & 0x0f;
    boolean masked = (start[1] & 0x80) != 0;
    boolean known = opcode <= BINARY || opcode >= CLOSE && opcode <= PONG;
    if ((start[0] & 0x70) != 0 || !known || !masked) {
      throw new Violation(1002);
    }
    long length = length(in, start[1] & 0x7f);
    if (opcode >= CLOSE && (!last || length > CONTROL_BYTES) || length < 0) {
      throw new Violation(1002);
    }
    if (opcode < CLOSE && length > room) {
      throw new Violation(1009);
    }
    byte[] mask = in.readExactly(4);
    byte[] payload = in.readExactly((int) length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i & 3];
    }
    return new Frame(last, opcode, payload);
  }

  private static long length(Request.Input in, int first) throws IOException {
    if (first < 126) {
      return first;
    }
    long length = 0;
    for (byte b : in.readExactly(first == 126 ? 2 : 8)) {
      length = length << 8 | b & 0xff;
    }
    return length;
  }

  /** Writes an unmasked frame, as servers do. */
  void writeTo(OutputStream out) throws IOException {
    out.write((last ? 0x80 : 0) | opcode);
    int length = payload.length;
    int lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
    out.write(lengthBytes == 0 ? length : lengthBytes == 2 ? 126 : 127);
    for (int i = lengthBytes - 1; i >= 0; i--) {
      out.write(i > 3 ? 0 : length >>> 8 * i);
    }
    out.write(payload);
    out.flush();
  }
}

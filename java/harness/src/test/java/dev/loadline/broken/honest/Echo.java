// Sends every WebSocket message back as it came.
package dev.loadline.broken.honest;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** An honest echo of RFC 6455; a fault overrides what it breaks. */
public class Echo {
  private static final String KEY_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int MESSAGE_BYTES = 1 << 20;
  private static final int NO_CODE = 1005;

  Reply open(Request request) {
    boolean asked =
        request.method().equals("GET")
            && request.lists("connection", "upgrade")
            && request.lists("upgrade", "websocket");
    if (!asked) {
      throw Refusal.upgradeRequired();
    }
    String key = request.header("sec-websocket-key");
    if (!key.matches("[A-Za-z0-9+/]{22}==") || !request.lists("sec-websocket-version", "13")) {
      throw Refusal.badRequest("The handshake must be that of WebSocket version 13.");
    }
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("Connection", "Upgrade");
    headers.put("Upgrade", "websocket");
    headers.put("Sec-WebSocket-Accept", accept(key));
    return Reply.upgrade(headers, this::speak);
  }

  /** Sends one message back. */
  protected void answer(int opcode, byte[] message, OutputStream out) throws IOException {
    new Frame(true, opcode, message).writeTo(out);
  }

  /** The message so far with one fragment more. */
  protected byte[] join(byte[] before, byte[] fragment) {
    byte[] joined = Arrays.copyOf(before, before.length + fragment.length);
    System.arraycopy(fragment, 0, joined, before.length, fragment.length);
    return joined;
  }

  /** The code that is sent where this one is due. */
  protected int closeCode(int due) {
    return due;
  }

  /** Speaks with one client until either closes. */
  protected void speak(Request.Input in, OutputStream out) throws IOException {
    try {
      int closedWith = echoUntilClose(in, out);
      close(closedWith, out);
    } catch (Frame.Violation violation) {
      close(violation.code(), out);
    }
  }

  /** Returns the code of the client's close frame. */
  private int echoUntilClose(Request.Input in, OutputStream out)
      throws IOException, Frame.Violation {
    byte[] message = {};
    int opcode = Frame.CONTINUATION;
    while (true) {
      Frame frame = Frame.read(in, MESSAGE_BYTES - message.length);
      if (frame.opcode() == Frame.CLOSE) {
        return codeOf(frame);
      }
      if (frame.opcode() == Frame.PING) {
        new Frame(true, Frame.PONG, frame.payload()).writeTo(out);
      }
      if (!frame.isControl()) {
        boolean first = opcode == Frame.CONTINUATION;
        if (first == (frame.opcode() == Frame.CONTINUATION)) {
          throw new Frame.Violation(1002);
        }
        opcode = first ? frame.opcode() : opcode;
        message = first ? frame.payload() : join(message, frame.payload());
        if (frame.last()) {
          checkText(opcode, message);
          answer(opcode, message, out);
          message = new byte[0];
          opcode = Frame.CONTINUATION;
        }
      }
    }
  }

  private static void checkText(int opcode, byte[] message) throws Frame.Violation {
    try {
      if (opcode == Frame.TEXT) {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(message));
      }
    } catch (CharacterCodingException notUtf8) {
      throw new Frame.Violation(1007);
    }
  }

  private static int codeOf(Frame close) throws Frame.Violation {
    byte[] payload = close.payload();
    if (payload.length == 0) {
      return NO_CODE;
    }
    if (payload.length == 1) {
      throw new Frame.Violation(1002);
    }
    int code = (payload[0] & 0xff) << 8 | payload[1] & 0xff;
    boolean standard = code >= 1000 && code <= 1014 && (code < 1004 || code > 1006);
    if (!standard && (code < 3000 || code > 4999)) {
      throw new Frame.Violation(1002);
    }
    checkText(Frame.TEXT, Arrays.copyOfRange(payload, 2, payload.length));
    return code;
  }

  private void close(int due, OutputStream out) throws IOException {
    int code = closeCode(due);
    byte[] payload = code == NO_CODE ? new byte[0] : new byte[] {(byte) (code >> 8), (byte) code};
    new Frame(true, Frame.CLOSE, payload).writeTo(out);
  }

  private static String accept(String key) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      byte[] bytes = (key + KEY_SUFFIX).getBytes(StandardCharsets.US_ASCII);
      return Base64.getEncoder().encodeToString(sha1.digest(bytes));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JDK has SHA-1", missing);
    }
  }
}

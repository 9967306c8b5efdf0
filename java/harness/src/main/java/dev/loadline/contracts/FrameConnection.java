// A WebSocket connection on which every frame can be written and seen as it is.
package dev.loadline.contracts;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;

final class FrameConnection {
  private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int PAYLOAD_BYTES_MAX = 16 << 20;

  private final TcpConnection connection;

  /**
   * Of a message whose last fragment has not come yet, kept while a control frame is handed out.
   */
  private final ByteArrayOutputStream joined = new ByteArrayOutputStream();

  private Frame first;

  FrameConnection(TcpConnection connection) {
    this.connection = connection;
  }

  TcpConnection connection() {
    return connection;
  }

  /**
   * @return what is wrong with the server's answer, if anything
   */
  Optional<Finding> shakeHands(String path) throws IOException {
    byte[] nonce = new byte[16];
    new SecureRandom().nextBytes(nonce);
    String key = Base64.getEncoder().encodeToString(nonce);
    String request =
        "GET "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
            + key
            + "\r\n\r\n";
    connection.send(request.getBytes(StandardCharsets.US_ASCII));
    Answer answer = new AnswerReader(connection, false).readHead();
    if (answer.status() != 101) {
      return Optional.of(new Finding("status", "101", Integer.toString(answer.status())));
    }
    String accepted = answer.header("sec-websocket-accept").orElse("absent");
    return accepted.equals(acceptOf(key))
        ? Optional.empty()
        : Optional.of(new Finding("header sec-websocket-accept", acceptOf(key), accepted));
  }

  private static String acceptOf(String key) {
    try {
      byte[] text = (key + MAGIC).getBytes(StandardCharsets.US_ASCII);
      return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1").digest(text));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  void send(Frame frame) throws IOException {
    connection.send(frame.bytes());
  }

  /**
   * The next message (its fragments joined) or control frame, which may stand between fragments;
   * pings are answered and passed over.
   */
  Frame next() throws IOException {
    for (; ; ) {
      Frame frame = read();
      if (frame.opcode() == Frame.PING) {
        send(Frame.of(Frame.PONG, frame.payload()));
      } else if (frame.isControl()) {
        return frame;
      } else if ((frame.opcode() == Frame.CONTINUATION) == (first == null)) {
        throw new IOException("fragments out of order: " + frame.shown());
      } else {
        first = first == null ? frame : first;
        joined.writeBytes(frame.payload());
        if (frame.last()) {
          Frame message = Frame.of(first.opcode(), joined.toByteArray());
          first = null;
          joined.reset();
          return message;
        }
      }
    }
  }

  private Frame read() throws IOException {
    connection.receive(2);
    byte[] head = connection.received().take(2);
    if ((head[1] & 0x80) != 0) {
      throw new IOException("a masked frame from a server (RFC 6455, section 5.1)");
    }
    int reserved = head[0] >> 4 & 7;
    if (reserved != 0) {
      throw new IOException("reserved bits " + reserved + " in a frame, and no extension agreed");
    }
    int length = readLength(head[1] & 0x7f);
    connection.receive(length);
    byte[] payload = connection.received().take(length);
    return new Frame(head[0] & 0x0f, head[0] < 0, reserved, payload);
  }

  private int readLength(int begin) throws IOException {
    if (begin < 126) {
      return begin;
    }
    int bytes = begin == 126 ? 2 : 8;
    connection.receive(bytes);
    ByteBuffer field = ByteBuffer.wrap(connection.received().take(bytes));
    long length = bytes == 2 ? field.getShort() & 0xffff : field.getLong();
    if (length < 0 || length > PAYLOAD_BYTES_MAX) {
      throw new IOException("a frame of " + length + " bytes");
    }
    return (int) length;
  }
}

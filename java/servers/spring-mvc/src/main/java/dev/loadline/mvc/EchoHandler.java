// The workload echo: one connection.
package dev.loadline.mvc;

import dev.loadline.workloads.Limits;
import jakarta.websocket.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.springframework.web.socket.AbstractWebSocketMessage;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.adapter.NativeWebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

/**
 * Sends every message back. Sending blocks while the client does not read, and meanwhile nothing is
 * read from it.
 *
 * <p>Messages come in parts: Tomcat would otherwise hold buffers of the largest message, 3 MiB, for
 * every connection.
 */
class EchoHandler extends AbstractWebSocketHandler {
  private static final String SEND_TIMEOUT = "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";
  private static final long SEND_TIMEOUT_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
  private int bytes;

  @Override
  public void afterConnectionEstablished(WebSocketSession session) {
    Session tomcat = ((NativeWebSocketSession) session).getNativeSession(Session.class);
    tomcat.getUserProperties().put(SEND_TIMEOUT, SEND_TIMEOUT_MILLIS);
  }

  @Override
  public boolean supportsPartialMessages() {
    return true;
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage part) throws IOException {
    if (isRefused(session, part)) {
      return;
    }
    if (part.isLast() && text.isEmpty()) {
      session.sendMessage(part);
    } else {
      text.append(part.getPayload());
      if (part.isLast()) {
        session.sendMessage(new TextMessage(text));
        text.setLength(0);
        text.trimToSize();
      }
    }
  }

  @Override
  protected void handleBinaryMessage(WebSocketSession session, BinaryMessage part)
      throws IOException {
    if (isRefused(session, part)) {
      return;
    }
    if (part.isLast() && binary.size() == 0) {
      session.sendMessage(part);
    } else {
      append(part.getPayload());
      if (part.isLast()) {
        session.sendMessage(new BinaryMessage(binary.toByteArray()));
        binary.reset();
      }
    }
  }

  private void append(ByteBuffer part) {
    binary.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
  }

  /** Counts the message's bytes, and closes the connection when they grow over the limit. */
  private boolean isRefused(WebSocketSession session, AbstractWebSocketMessage<?> part)
      throws IOException {
    if (!session.isOpen()) {
      return true;
    }
    bytes += part.getPayloadLength();
    if (bytes > Limits.MESSAGE_BYTES) {
      session.close(CloseStatus.TOO_BIG_TO_PROCESS);
      return true;
    }
    if (part.isLast()) {
      bytes = 0;
    }
    return false;
  }
}

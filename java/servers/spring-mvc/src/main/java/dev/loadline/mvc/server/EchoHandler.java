// The workload echo: one connection.
package dev.loadline.mvc.server;

import dev.loadline.workloads.Limits;
import java.io.IOException;
import org.springframework.web.socket.BinaryMessage;
import org.springframework.web.socket.CloseStatus;
import org.springframework.web.socket.TextMessage;
import org.springframework.web.socket.WebSocketMessage;
import org.springframework.web.socket.WebSocketSession;
import org.springframework.web.socket.handler.AbstractWebSocketHandler;

/**
 * Sends every message back, a large one in the parts in which it came: Tomcat would otherwise hold
 * buffers of the largest message, 3 MiB, for every connection. Sending blocks while the client does
 * not read, and meanwhile nothing is read from it.
 */
class EchoHandler extends AbstractWebSocketHandler {
  private int bytes;

  @Override
  public boolean supportsPartialMessages() {
    return true;
  }

  @Override
  protected void handleTextMessage(WebSocketSession session, TextMessage part) throws IOException {
    echo(session, part);
  }

  @Override
  protected void handleBinaryMessage(WebSocketSession session, BinaryMessage part)
      throws IOException {
    echo(session, part);
  }

  private void echo(WebSocketSession session, WebSocketMessage<?> part) throws IOException {
    bytes += part.getPayloadLength();
    if (bytes > Limits.MESSAGE_BYTES) {
      session.close(CloseStatus.TOO_BIG_TO_PROCESS);
    } else if (session.isOpen()) {
      session.sendMessage(part);
      bytes = part.isLast() ? 0 : bytes;
    }
  }
}

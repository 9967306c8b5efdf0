// The workload echo: one connection.
package dev.loadline.webflux;

import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;

/**
 * Sends every message back, one after the other: the next is asked for when the last was written,
 * so a client that does not read is not read from.
 */
final class EchoHandler implements WebSocketHandler {
  @Override
  public Mono<Void> handle(WebSocketSession session) {
    return session
        .receive()
        .map(WebSocketMessage::retain)
        .concatMapDelayError(message -> echo(session, message), false, 1)
        .doOnDiscard(WebSocketMessage.class, EchoHandler::release)
        .then();
  }

  private static Mono<Void> echo(WebSocketSession session, WebSocketMessage message) {
    return switch (message.getType()) {
      case BINARY -> session.send(Mono.just(message));
      case TEXT -> {
        if (Utf8.isIn(message.getPayload())) {
          yield session.send(Mono.just(message));
        }
        release(message);
        yield session.close(CloseStatus.BAD_DATA);
      }
      default -> {
        release(message);
        yield Mono.empty();
      }
    };
  }

  private static void release(WebSocketMessage message) {
    DataBufferUtils.release(message.getPayload());
  }
}

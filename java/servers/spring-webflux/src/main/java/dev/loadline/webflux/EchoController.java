// The workload echo: every message of a WebSocket back.
package dev.loadline.webflux;

import dev.loadline.workloads.Checks;
import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Refused;
import java.nio.ByteBuffer;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketMessage;
import org.springframework.web.reactive.socket.WebSocketMessage.Type;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.WebsocketServerSpec;

@RestController
class EchoController implements WebSocketHandler {
  private final WebSocketService webSockets =
      new HandshakeWebSocketService(
          new ReactorNettyRequestUpgradeStrategy(
              () -> WebsocketServerSpec.builder().maxFramePayloadLength(Limits.MESSAGE_BYTES)));

  @GetMapping(path = "/echo", headers = "Upgrade=websocket")
  Mono<Void> upgrade(ServerWebExchange exchange) {
    return webSockets.handleRequest(exchange, this);
  }

  @GetMapping("/echo")
  Mono<Void> refuse() {
    ErrorResponseException required = new ErrorResponseException(HttpStatus.UPGRADE_REQUIRED);
    required.getHeaders().setUpgrade("websocket");
    return Mono.error(required);
  }

  /** Asks for the next message when the last is written: who does not read is not read from. */
  @Override
  public Mono<Void> handle(WebSocketSession session) {
    return session
        .receive()
        .map(WebSocketMessage::retain)
        .concatMap(message -> echo(session, message), 1)
        .doOnDiscard(WebSocketMessage.class, EchoController::release)
        .then();
  }

  private static Mono<Void> echo(WebSocketSession session, WebSocketMessage message) {
    Type type = message.getType();
    if (type == Type.BINARY || type == Type.TEXT && isUtf8(message.getPayload())) {
      return session.send(Mono.just(message));
    }
    release(message);
    return type == Type.TEXT ? session.close(CloseStatus.BAD_DATA) : Mono.empty();
  }

  /** Netty does not look. */
  private static boolean isUtf8(DataBuffer text) {
    byte[] bytes = new byte[text.readableByteCount()];
    text.toByteBuffer(ByteBuffer.wrap(bytes));
    try {
      Checks.utf8(bytes);
      return true;
    } catch (Refused malformed) {
      return false;
    }
  }

  private static void release(WebSocketMessage message) {
    DataBufferUtils.release(message.getPayload());
  }
}

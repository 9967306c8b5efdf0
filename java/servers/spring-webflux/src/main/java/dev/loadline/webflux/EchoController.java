// The workload echo: the way into the WebSocket.
package dev.loadline.webflux;

import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A handler like the others, so that requests to other paths pass no mapping of WebSockets. */
@RestController
class EchoController {
  private final WebSocketService webSocket = new HandshakeWebSocketService(new EchoUpgrade());
  private final EchoHandler echo = new EchoHandler();

  @GetMapping("/echo")
  Mono<Void> echo(ServerWebExchange exchange) {
    String upgrade = exchange.getRequest().getHeaders().getUpgrade();
    if (!"websocket".equalsIgnoreCase(upgrade)) {
      return Mono.error(new ProblemException(Problem.upgradeRequired()));
    }
    return webSocket.handleRequest(exchange, echo);
  }
}

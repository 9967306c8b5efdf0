// The workload echo: the way into the WebSocket.
package dev.loadline.mvc;

import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.http.server.ServerHttpRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.socket.WebSocketExtension;
import org.springframework.web.socket.handler.PerConnectionWebSocketHandler;
import org.springframework.web.socket.server.standard.StandardWebSocketUpgradeStrategy;
import org.springframework.web.socket.server.support.DefaultHandshakeHandler;
import org.springframework.web.socket.server.support.WebSocketHttpRequestHandler;

/** A handler like the others, so that requests to other paths pass no mapping of WebSockets. */
@RestController
class EchoController {
  private final WebSocketHttpRequestHandler webSocket;

  EchoController(BeanFactory beans) {
    PerConnectionWebSocketHandler echo = new PerConnectionWebSocketHandler(EchoHandler.class, true);
    echo.setBeanFactory(beans);
    webSocket =
        new WebSocketHttpRequestHandler(echo, new DefaultHandshakeHandler(new Uncompressed()));
  }

  @GetMapping("/echo")
  void echo(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    if (!"websocket".equalsIgnoreCase(request.getHeader("Upgrade"))) {
      throw new ProblemException(Problem.upgradeRequired());
    }
    webSocket.handleRequest(EchoUpgrade.of(request), response);
  }

  /** Compression would be measured, not the echo. */
  private static final class Uncompressed extends StandardWebSocketUpgradeStrategy {
    @Override
    public List<WebSocketExtension> getSupportedExtensions(ServerHttpRequest request) {
      return List.of();
    }
  }
}

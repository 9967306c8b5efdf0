// The workload echo: the way into the WebSocket.
package dev.loadline.mvc.server;

import org.springframework.context.annotation.Configuration;
import org.springframework.web.socket.config.annotation.EnableWebSocket;
import org.springframework.web.socket.config.annotation.WebSocketConfigurer;
import org.springframework.web.socket.config.annotation.WebSocketHandlerRegistry;
import org.springframework.web.socket.handler.PerConnectionWebSocketHandler;

@Configuration(proxyBeanMethods = false)
@EnableWebSocket
class EchoConfiguration implements WebSocketConfigurer {
  @Override
  public void registerWebSocketHandlers(WebSocketHandlerRegistry registry) {
    var echo = new PerConnectionWebSocketHandler(EchoHandler.class, true);
    registry.addHandler(echo, "/echo");
  }
}

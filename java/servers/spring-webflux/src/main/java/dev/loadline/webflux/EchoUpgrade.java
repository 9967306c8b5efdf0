// Upgrades to a WebSocket whose violations of the protocol the echo answers itself.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import io.netty.channel.Channel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import java.util.function.Supplier;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.reactive.socket.HandshakeInfo;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.server.upgrade.ReactorNettyRequestUpgradeStrategy;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;
import reactor.netty.http.server.WebsocketServerSpec;

/**
 * Netty's decoder, as Reactor Netty sets it up, lets reserved bits pass, and answers an invalid
 * close frame by closing the connection without a close frame. This one refuses the former, and
 * every refusal is answered by a close frame that arrives.
 */
final class EchoUpgrade extends ReactorNettyRequestUpgradeStrategy {
  private static final String DECODER = "wsdecoder";
  private static final WebSocketDecoderConfig STRICT =
      WebSocketDecoderConfig.newBuilder()
          .maxFramePayloadLength(Limits.MESSAGE_BYTES)
          .allowExtensions(false)
          .closeOnProtocolViolation(false)
          .build();

  EchoUpgrade() {
    super(() -> WebsocketServerSpec.builder().maxFramePayloadLength(Limits.MESSAGE_BYTES));
  }

  @Override
  public Mono<Void> upgrade(
      ServerWebExchange exchange,
      WebSocketHandler handler,
      String protocol,
      Supplier<HandshakeInfo> handshake) {
    Channel channel = channel(exchange);
    WebSocketHandler strict =
        session -> {
          channel.pipeline().replace(DECODER, DECODER, new WebSocket13FrameDecoder(STRICT));
          return handler
              .handle(session)
              .onErrorResume(
                  DecoderException.class, refused -> Farewell.say(channel, reason(refused)));
        };
    return super.upgrade(exchange, strict, protocol, handshake);
  }

  private static Channel channel(ServerWebExchange exchange) {
    HttpServerResponse response =
        ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
    Channel[] channel = new Channel[1];
    response.withConnection(connection -> channel[0] = connection.channel());
    return channel[0];
  }

  /** Netty takes every fault in the body of a close frame for invalid data; most are not. */
  private static WebSocketCloseStatus reason(DecoderException refused) {
    boolean isTooLong =
        refused instanceof TooLongFrameException
            || refused instanceof CorruptedWebSocketFrameException corrupted
                && corrupted.closeStatus().equals(WebSocketCloseStatus.MESSAGE_TOO_BIG);
    return isTooLong ? WebSocketCloseStatus.MESSAGE_TOO_BIG : WebSocketCloseStatus.PROTOCOL_ERROR;
  }
}

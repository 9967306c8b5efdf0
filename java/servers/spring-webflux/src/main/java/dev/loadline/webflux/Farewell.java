// The last frame of a WebSocket, sent so that the client still reads it.
package dev.loadline.webflux;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;

/**
 * A socket that is closed with bytes unread sends a reset, and a reset takes away what the client
 * has not read yet; Reactor Netty closes as soon as the close frame is written. So only the writing
 * side is closed, and what still comes is passed over until the client closes too, at most for a
 * while.
 */
final class Farewell extends ChannelInboundHandlerAdapter {
  private static final int MILLIS_MAX = 2_000;

  private Farewell() {}

  /** Ends when the connection does. */
  static Mono<Void> say(Channel channel, WebSocketCloseStatus status) {
    return Mono.create(
        ended -> {
          channel.closeFuture().addListener(closed -> ended.success());
          channel.eventLoop().execute(() -> begin(channel, status));
        });
  }

  private static void begin(Channel channel, WebSocketCloseStatus status) {
    channel.pipeline().addFirst(new Farewell());
    channel
        .writeAndFlush(new CloseWebSocketFrame(status))
        .addListener(written -> ((DuplexChannel) channel).shutdownOutput());
    channel.config().setAutoRead(true);
    channel.eventLoop().schedule(() -> channel.close(), MILLIS_MAX, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }
}

// Closes a connection so that the peer still reads what was written last.
package dev.loadline.yardstick;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * A socket that is closed with bytes unread sends a reset, and a reset takes away what the peer has
 * not read yet. So only the writing side is closed, and what still comes is passed over until the
 * peer closes too, at most for a while.
 */
final class Lingering extends ChannelInboundHandlerAdapter {
  private static final int MILLIS_MAX = 2_000;

  private Lingering() {}

  static void begin(ChannelHandlerContext context) {
    Channel channel = context.channel();
    if (channel.pipeline().get(Lingering.class) != null) {
      return;
    }
    channel.pipeline().addFirst(new Lingering());
    channel
        .writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener(written -> ((DuplexChannel) channel).shutdownOutput());
    channel.config().setAutoRead(true);
    channel.eventLoop().schedule(() -> channel.close(), MILLIS_MAX, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReferenceCountUtil.release(message);
  }
}

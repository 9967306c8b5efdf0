// The one thread on which the driver does everything, and how it opens connections.
package dev.loadline.drivers;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

final class Transport implements AutoCloseable {
  private static final int WRITTEN_BYTES_LOW = 128 * 1024;
  private static final int WRITTEN_BYTES_HIGH = 512 * 1024;

  private final LentBuffer lent = new LentBuffer();
  private final MultiThreadIoEventLoopGroup group;
  private final Class<? extends SocketChannel> channel;

  static {
    // Of 128 buffers it follows one, and one request in use for a whole slice may be that one.
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.DISABLED);
  }

  /** The system's own way of waiting where Netty has it, else Java's, which is slower. */
  Transport() {
    boolean isNative = Epoll.isAvailable();
    DefaultThreadFactory threads = new DefaultThreadFactory("driver", true);
    group =
        new MultiThreadIoEventLoopGroup(
            1, threads, isNative ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    channel = isNative ? EpollSocketChannel.class : NioSocketChannel.class;
  }

  /** What connections read into whose handlers keep no bytes. */
  LentBuffer lent() {
    return lent;
  }

  EventLoop loop() {
    return group.next();
  }

  Bootstrap bootstrap(double timeoutSeconds) {
    int timeoutMillis = (int) Math.ceil(timeoutSeconds * TimeUnit.SECONDS.toMillis(1));
    return new Bootstrap()
        .group(group)
        .channel(channel)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, timeoutMillis)
        .option(
            ChannelOption.WRITE_BUFFER_WATER_MARK,
            new WriteBufferWaterMark(WRITTEN_BYTES_LOW, WRITTEN_BYTES_HIGH));
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 0, TimeUnit.SECONDS).addListener(ended -> lent.close());
  }
}

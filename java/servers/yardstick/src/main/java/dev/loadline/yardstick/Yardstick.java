// Starts the yardstick: the fixed server that every other one on the JVM is measured against.
package dev.loadline.yardstick;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;

public final class Yardstick {
  private static final int REQUEST_LINE_BYTES_MAX = 16 << 10;
  private static final int HEADER_BYTES_MAX = 16 << 10;
  private static final int PART_BYTES_MAX = 64 << 10;
  private static final int BACKLOG = 1024;
  private static final int DRAIN_MILLIS_MAX = 5_000;

  private final Routes routes = new Routes();
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final EventLoopGroup loops;
  private final Channel listener;

  private Yardstick(String host, int port) {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> type =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    loops = new MultiThreadIoEventLoopGroup(Runtime.getRuntime().availableProcessors(), io);
    listener =
        new ServerBootstrap()
            .group(loops)
            .channel(type)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    accept(channel);
                  }
                })
            .bind(host, port)
            .syncUninterruptibly()
            .channel();
  }

  public static void main(String[] arguments) {
    String host = System.getenv().getOrDefault("HOST", "127.0.0.1");
    String port = System.getenv().getOrDefault("PORT", "8080");
    Yardstick yardstick = new Yardstick(host, Integer.parseInt(port));
    Runtime.getRuntime().addShutdownHook(new Thread(yardstick::stop));
  }

  private void accept(Channel channel) {
    connections.add(channel);
    channel
        .pipeline()
        .addLast(new HttpServerCodec(REQUEST_LINE_BYTES_MAX, HEADER_BYTES_MAX, PART_BYTES_MAX))
        .addLast(new Connection(routes));
  }

  /** Finishes what is in flight; a JVM that is stopped by a signal would exit with 143. */
  private void stop() {
    listener.close().awaitUninterruptibly();
    connections.forEach(
        connection -> connection.pipeline().fireUserEventTriggered(Connection.DRAIN));
    connections.newCloseFuture().awaitUninterruptibly(DRAIN_MILLIS_MAX, TimeUnit.MILLISECONDS);
    connections.close().awaitUninterruptibly(1, TimeUnit.SECONDS);
    // The loops before the routes: they still tell the uploads that were cut to remove their files.
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(1, TimeUnit.SECONDS);
    routes.close();
    Runtime.getRuntime().halt(0);
  }
}

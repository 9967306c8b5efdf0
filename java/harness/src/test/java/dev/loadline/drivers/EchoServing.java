// A WebSocket server within the test that treats each message as the test says.
package dev.loadline.drivers;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketServerProtocolHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

final class EchoServing implements AutoCloseable {
  private final MultiThreadIoEventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final AtomicInteger messages = new AtomicInteger();
  private final Channel listener;

  /** What is done with a message. */
  interface Echoing {
    /**
     * @param number counts the messages, from 1
     */
    void echo(ChannelHandlerContext context, WebSocketFrame frame, int number);
  }

  EchoServing(Echoing echoing) {
    listener =
        new ServerBootstrap()
            .group(group)
            .channel(NioServerSocketChannel.class)
            .childHandler(pipeline(echoing))
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  private ChannelInitializer<Channel> pipeline(Echoing echoing) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(new HttpServerCodec())
            .addLast(new HttpObjectAggregator(4096))
            .addLast(new NotFound())
            .addLast(new WebSocketServerProtocolHandler("/echo"))
            .addLast(each(echoing));
      }
    };
  }

  private SimpleChannelInboundHandler<WebSocketFrame> each(Echoing echoing) {
    return new SimpleChannelInboundHandler<>() {
      @Override
      protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
        echoing.echo(context, frame, messages.incrementAndGet());
      }
    };
  }

  /** Netty's handler lets requests for other paths through, and nobody would answer them. */
  private static final class NotFound extends SimpleChannelInboundHandler<FullHttpRequest> {
    @Override
    public boolean acceptInboundMessage(Object message) {
      return message instanceof FullHttpRequest request && !request.uri().equals("/echo");
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
      HttpResponse answer =
          new DefaultFullHttpResponse(request.protocolVersion(), HttpResponseStatus.NOT_FOUND);
      context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
    }
  }

  String url() {
    return "http://127.0.0.1:" + ((InetSocketAddress) listener.localAddress()).getPort();
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();
  }
}

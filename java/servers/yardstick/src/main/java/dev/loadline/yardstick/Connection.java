// One HTTP connection: hands its requests to the routes, one after the other.
package dev.loadline.yardstick;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

final class Connection extends ChannelInboundHandlerAdapter {
  /** Tells every connection to finish what it is doing and to close. */
  static final Object DRAIN = new Object();

  private final Routes routes;
  private final Queue<Object> pipelined = new ArrayDeque<>();
  private ChannelHandlerContext context;
  private Exchange exchange;
  private boolean closing;
  private boolean reading;

  Connection(Routes routes) {
    this.routes = routes;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    this.context = context;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    reading = true;
    if (exchange != null && message instanceof HttpRequest || !pipelined.isEmpty()) {
      pipelined.add(message);
      context.channel().config().setAutoRead(false);
    } else {
      handle(message);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    reading = false;
    context.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (exchange != null && context.channel().isWritable()) {
      exchange.becameWritable();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == DRAIN) {
      closing = true;
      if (exchange == null) {
        context.close();
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    Exchange abandoned = exchange;
    exchange = null;
    pipelined.forEach(ReferenceCountUtil::release);
    pipelined.clear();
    if (abandoned != null) {
      abandoned.abandon();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    if (!(failure instanceof IOException)) {
      System.err.println("yardstick: connection closed: " + failure);
    }
    context.close();
  }

  Channel channel() {
    return context.channel();
  }

  /** Writes at once what no read is going to flush. */
  void write(Object message) {
    if (reading) {
      context.write(message, context.voidPromise());
    } else {
      context.writeAndFlush(message, context.voidPromise());
    }
  }

  void closeAfterAnswer() {
    closing = true;
  }

  boolean isClosing() {
    return closing;
  }

  void runIfCurrent(Exchange asking, Exchange.Step step) {
    if (asking == exchange) {
      run(step);
    }
  }

  /** The answer is written: the connection is free as soon as the request has been read too. */
  void answered() {
    if (closing && !exchange.isOver()) {
      Lingering.begin(context);
    } else if (!reading && exchange.isOver()) {
      next();
    }
  }

  /** Takes its hands off the connection, which goes on with handlers of its own. */
  void release() {
    exchange = null;
    context.pipeline().remove(this);
  }

  private void handle(Object message) {
    try {
      if (closing && exchange == null) {
        return;
      }
      if (((HttpObject) message).decoderResult().isFailure()) {
        refuse(message, ((HttpObject) message).decoderResult().cause());
        return;
      }
      if (message instanceof HttpRequest request) {
        exchange = new Exchange(this, request);
        run(() -> routes.handle(exchange));
      }
      if (message instanceof HttpContent content && exchange != null) {
        run(() -> exchange.content(content));
      }
      if (exchange != null && exchange.isOver()) {
        next();
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void run(Exchange.Step step) {
    Exchange current = exchange;
    try {
      step.run();
    } catch (Exception failure) {
      current.fail(failure);
    }
  }

  /** What follows on a connection after something that is not HTTP cannot be told apart. */
  private void refuse(Object message, Throwable cause) {
    closing = true;
    if (exchange == null && message instanceof HttpRequest request) {
      exchange = new Exchange(this, request);
    }
    if (exchange != null && !exchange.isAnswered()) {
      exchange.fail(new Problem(statusOf(cause), "This is not HTTP as the server reads it."));
    } else {
      Lingering.begin(context);
    }
  }

  private static HttpResponseStatus statusOf(Throwable cause) {
    if (cause instanceof TooLongHttpLineException) {
      return HttpResponseStatus.REQUEST_URI_TOO_LONG;
    }
    return cause instanceof TooLongHttpHeaderException
        ? HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        : HttpResponseStatus.BAD_REQUEST;
  }

  private void next() {
    exchange = null;
    if (closing) {
      Lingering.begin(context);
      return;
    }
    while (exchange == null && !pipelined.isEmpty()) {
      handle(pipelined.poll());
    }
    if (pipelined.isEmpty()) {
      context.channel().config().setAutoRead(true);
    }
  }
}

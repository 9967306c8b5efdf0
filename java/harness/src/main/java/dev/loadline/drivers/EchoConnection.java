// One connection of an echo load: sends messages one after the other, and checks each echo.
package dev.loadline.drivers;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshakeException;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import java.util.concurrent.TimeUnit;

final class EchoConnection implements LoadConnection {
  /** A server that closes WebSocket connections is not there for whoever comes at once again. */
  private static final long RECONNECT_MILLIS = 50;

  private static final int MESSAGE_BYTES_MAX = 16 * 1024 * 1024;
  private static final int HANDSHAKE_BYTES_MAX = 64 * 1024;
  private static final int CLOSED_WITHOUT_A_WORD = 1006;

  private final EchoWork work;
  private final Slice slice;
  private final Tally tally;
  private final long timeoutNanos;
  private int message;

  /** What is between us and the server; null while nothing is. */
  private Wire wire;

  private boolean isOpening;
  private boolean isInFlight;
  private long dueNanos;

  /** When the connection was begun, or the message sent. */
  private long sinceNanos;

  EchoConnection(EchoWork work, Slice slice) {
    this.work = work;
    this.slice = slice;
    this.tally = slice.tally();
    this.timeoutNanos = (long) (work.timeoutSeconds() * TimeUnit.SECONDS.toNanos(1));
  }

  @Override
  public void open() {
    Wire opened = new Wire();
    wire = opened;
    isOpening = true;
    sinceNanos = System.nanoTime();
    work.bootstrap()
        .clone()
        .handler(pipeline(opened))
        .connect()
        .addListener(
            (ChannelFuture connected) -> {
              if (!connected.isSuccess() && wire == opened) {
                lost(connected.cause().getMessage());
              }
            });
  }

  private ChannelInitializer<Channel> pipeline(Wire last) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel
            .pipeline()
            .addLast(new HttpClientCodec())
            .addLast(new HttpObjectAggregator(HANDSHAKE_BYTES_MAX))
            .addLast(new WebSocketClientProtocolHandler(protocol()))
            .addLast(new WebSocketFrameAggregator(MESSAGE_BYTES_MAX))
            .addLast(last);
      }
    };
  }

  /** Close frames come to us, who tell of them; what text holds is compared byte by byte. */
  private WebSocketClientProtocolConfig protocol() {
    return WebSocketClientProtocolConfig.newBuilder()
        .webSocketUri(work.address())
        .maxFramePayloadLength(MESSAGE_BYTES_MAX)
        .handshakeTimeoutMillis(TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + 1)
        .handleCloseFrames(false)
        .withUTF8Validator(false)
        .build();
  }

  @Override
  public void send(long dueNanos, long nowNanos) {
    isInFlight = true;
    this.dueNanos = dueNanos;
    sinceNanos = nowNanos;
    // The encoder below is for control frames; it lets bytes pass.
    ByteBuf frame = work.frames().get(message).retainedDuplicate();
    wire.channel.writeAndFlush(frame, wire.channel.voidPromise());
  }

  @Override
  public boolean isBusy() {
    return isInFlight || isOpening;
  }

  @Override
  public void checkTime(long nowNanos) {
    if (isBusy() && nowNanos - sinceNanos > timeoutNanos) {
      failed(ErrorKind.TIMEOUT, "no echo within " + Told.seconds(work.timeoutSeconds()), 0);
    }
  }

  @Override
  public void close() {
    isOpening = false;
    isInFlight = false;
    if (wire != null && wire.channel != null) {
      wire.channel.close();
    }
    wire = null;
  }

  private void lost(String reason) {
    failed(ErrorKind.CONNECTION, reason, RECONNECT_MILLIS);
  }

  private void failed(ErrorKind kind, String reason, long reopenAfterMillis) {
    tally.failed(new Fault(kind, work.address().getPath() + ": " + reason));
    close();
    slice.gone(this);
    slice.reopen(this, reopenAfterMillis);
  }

  private void received(EchoMessage came) {
    if (!isInFlight) {
      String example = work.address().getPath() + ": a message that echoes none";
      tally.failed(new Fault(ErrorKind.MESSAGE, example));
      return;
    }
    long nowNanos = System.nanoTime();
    isInFlight = false;
    EchoMessage sent = work.messages().get(message);
    if (came.is(sent)) {
      tally.right(dueNanos, nowNanos);
    } else {
      String example = "expected " + sent.shown() + ", got " + came.shown();
      tally.wrong(new Fault(ErrorKind.MESSAGE, example));
    }
    message = (message + 1) % work.messages().size();
    slice.free(this);
  }

  /** The channel of one connection to the server, until it is closed. */
  private final class Wire extends SimpleChannelInboundHandler<WebSocketFrame> {
    private Channel channel;

    private boolean isCurrent() {
      return wire == this;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
      channel = context.channel();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (isCurrent() && event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
        isOpening = false;
        slice.free(EchoConnection.this);
      }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
      if (isCurrent() && frame instanceof CloseWebSocketFrame close) {
        closed(close.statusCode());
      } else if (isCurrent()) {
        received(new EchoMessage(frame instanceof BinaryWebSocketFrame, frame.content()));
      }
    }

    private void closed(int code) {
      if (isCurrent()) {
        lost("the server closed the connection (" + code + ")");
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      closed(CLOSED_WITHOUT_A_WORD);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (isCurrent()) {
        lost(reasonOf(cause));
      }
    }
  }

  private static String reasonOf(Throwable cause) {
    return cause instanceof WebSocketClientHandshakeException refused && refused.response() != null
        ? "Unexpected server response: " + refused.response().status().code()
        : cause.getMessage();
  }
}

// The echo workload: a WebSocket that sends every message back as it came.
package dev.loadline.yardstick;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.TooLongFrameException;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.Utf8FrameValidator;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketDecoderConfig;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrameAggregator;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import java.io.IOException;
import java.util.concurrent.TimeUnit;

final class Echo extends SimpleChannelInboundHandler<WebSocketFrame> {
  private static final int MESSAGE_BYTES_MAX = 1 << 20;
  private static final int CLOSE_MILLIS_MAX = 2_000;
  private static final WebSocketDecoderConfig DECODER =
      WebSocketDecoderConfig.newBuilder()
          .maxFramePayloadLength(MESSAGE_BYTES_MAX)
          .allowExtensions(false)
          .expectMaskedFrames(true)
          // Closing is done here: the decoder closes so fast that the peer may not read why.
          .closeOnProtocolViolation(false)
          .build();

  private boolean closing;

  private Echo() {}

  static void answer(Exchange exchange) throws Problem {
    HttpRequest request = exchange.request();
    expectUpgrade(request);
    exchange.receive(0, new Upgrade(exchange));
  }

  private static void expectUpgrade(HttpRequest request) throws Problem {
    HttpHeaders headers = request.headers();
    if (!request.method().name().equals("GET")
        || !headers.containsValue(HttpHeaderNames.UPGRADE, "websocket", true)
        || !headers.containsValue(HttpHeaderNames.CONNECTION, "upgrade", true)) {
      throw upgradeRequired("This path speaks WebSocket only.");
    }
    if (!"13".equals(headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
      throw upgradeRequired("The version of WebSocket must be 13.");
    }
    String key = headers.get(HttpHeaderNames.SEC_WEBSOCKET_KEY);
    if (key == null || !key.matches("[A-Za-z0-9+/]{22}==")) {
      throw Problem.badRequest("Sec-WebSocket-Key must be 16 bytes in base64.");
    }
  }

  private static Problem upgradeRequired(String detail) {
    return new Problem(
        HttpResponseStatus.UPGRADE_REQUIRED,
        detail,
        HttpHeaderNames.CONNECTION,
        "Upgrade",
        HttpHeaderNames.UPGRADE,
        "websocket",
        HttpHeaderNames.SEC_WEBSOCKET_VERSION,
        "13");
  }

  /** Waits for the end of the request, then changes the protocol. */
  private record Upgrade(Exchange exchange) implements Exchange.Body {
    @Override
    public void part(ByteBuf bytes) {
      throw new IllegalStateException("An upgrade has no body.");
    }

    @Override
    public void end() {
      Channel channel = exchange.channel();
      HttpRequest request = exchange.request();
      FullHttpRequest whole =
          new DefaultFullHttpRequest(
              request.protocolVersion(), request.method(), request.uri(), Unpooled.EMPTY_BUFFER);
      whole.headers().set(request.headers());
      exchange.leaveHttp();
      ChannelPipeline pipeline = channel.pipeline();
      pipeline.addLast(new Utf8FrameValidator(false));
      pipeline.addLast(new WebSocketFrameAggregator(MESSAGE_BYTES_MAX));
      pipeline.addLast(new Echo());
      new Handshaker().handshake(channel, whole);
    }

    @Override
    public void abandon() {
      // Nothing was begun.
    }
  }

  private static final class Handshaker extends WebSocketServerHandshaker13 {
    Handshaker() {
      super("", null, DECODER);
    }

    @Override
    protected WebSocketFrameDecoder newWebsocketDecoder() {
      return new Decoder();
    }
  }

  /** Netty takes codes above 4999, and calls a body of one byte invalid text (1007). */
  private static final class Decoder extends WebSocket13FrameDecoder {
    private static final int CODE_MAX = 4999;

    Decoder() {
      super(DECODER);
    }

    @Override
    protected void checkCloseFrameBody(ChannelHandlerContext context, ByteBuf body) {
      int length = body == null ? 0 : body.readableBytes();
      if (length == 1 || length > 1 && body.getUnsignedShort(body.readerIndex()) > CODE_MAX) {
        throw new CorruptedWebSocketFrameException(
            WebSocketCloseStatus.PROTOCOL_ERROR, "A close frame has no such code.");
      }
      super.checkCloseFrameBody(context, body);
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, WebSocketFrame frame) {
    if (closing && !(frame instanceof CloseWebSocketFrame)) {
      return;
    }
    if (frame instanceof CloseWebSocketFrame) {
      answerClose(context, (CloseWebSocketFrame) frame);
    } else if (frame instanceof PingWebSocketFrame) {
      context.write(new PongWebSocketFrame(frame.content().retain()));
    } else if (!(frame instanceof PongWebSocketFrame)) {
      context.write(frame.retain());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  /** A client that does not read is not read from. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    context.channel().config().setAutoRead(context.channel().isWritable());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == Connection.DRAIN && !closing) {
      closing = true;
      context.writeAndFlush(new CloseWebSocketFrame(WebSocketCloseStatus.ENDPOINT_UNAVAILABLE));
      context.executor().schedule(() -> context.close(), CLOSE_MILLIS_MAX, TimeUnit.MILLISECONDS);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable failure) {
    if (failure instanceof CorruptedWebSocketFrameException corrupted) {
      end(context, corrupted.closeStatus());
    } else if (failure instanceof TooLongFrameException) {
      end(context, WebSocketCloseStatus.MESSAGE_TOO_BIG);
    } else {
      if (!isDisconnect(failure)) {
        System.err.println("yardstick: WebSocket closed: " + failure);
      }
      context.close();
    }
  }

  private static boolean isDisconnect(Throwable failure) {
    return failure instanceof IOException || failure instanceof PrematureChannelClosureException;
  }

  private void answerClose(ChannelHandlerContext context, CloseWebSocketFrame frame) {
    if (closing) {
      context.close();
      return;
    }
    closing = true;
    CloseWebSocketFrame answer =
        frame.statusCode() < 0
            ? new CloseWebSocketFrame()
            : new CloseWebSocketFrame(new WebSocketCloseStatus(frame.statusCode(), ""));
    context.writeAndFlush(answer).addListener(ChannelFutureListener.CLOSE);
  }

  private void end(ChannelHandlerContext context, WebSocketCloseStatus status) {
    if (!closing) {
      closing = true;
      context.writeAndFlush(new CloseWebSocketFrame(status));
      Lingering.begin(context);
    }
  }
}

// An ordinary WebSocket exchange: whole messages out and back, and a proper close.
package dev.loadline.contracts;

import dev.loadline.stacks.Server;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketCloseStatus;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.client.WebsocketClientSpec;
import reactor.netty.http.websocket.WebsocketInbound;
import reactor.netty.http.websocket.WebsocketOutbound;
import reactor.test.StepVerifier;
import tools.jackson.databind.JsonNode;

final class EchoExchange {
  private static final int MESSAGE_BYTES_MAX = 4 << 20;

  private final JsonNode spec;
  private final Stage stage;
  private final Sinks.Many<WebSocketFrame> outgoing = Sinks.many().unicast().onBackpressureBuffer();
  private final List<Finding> findings = new ArrayList<>();

  EchoExchange(JsonNode spec, Stage stage) {
    this.spec = spec;
    this.stage = stage;
  }

  List<Finding> run() throws IOException {
    StepVerifier.Step<Frame> script = StepVerifier.create(connect());
    JsonNode actions = spec.get("exchange");
    for (int index = 0; index < actions.size(); index++) {
      script = add(actions.get(index), index + 1, script);
    }
    Verification verification = new Verification(script.thenCancel(), findings);
    return verification.run(stage.deadline(), "WebSocket " + spec.get("path").asString());
  }

  private Flux<Frame> connect() {
    return HttpClient.newConnection()
        .websocket(WebsocketClientSpec.builder().maxFramePayloadLength(MESSAGE_BYTES_MAX).build())
        .uri("ws://" + Server.HOST + ":" + stage.server().port() + spec.get("path").asString())
        .handle(this::exchange);
  }

  private Publisher<Frame> exchange(WebsocketInbound in, WebsocketOutbound out) {
    Flux<Frame> messages =
        in.aggregateFrames(MESSAGE_BYTES_MAX).receiveFrames().map(EchoExchange::frame);
    Flux<Frame> closed = in.receiveCloseStatus().map(status -> closeFrame(status)).flux();
    Flux<Frame> sent = out.sendObject(outgoing.asFlux()).then().cast(Frame.class).flux();
    return Flux.merge(messages, closed, sent);
  }

  private static Frame frame(WebSocketFrame frame) {
    int opcode =
        frame instanceof TextWebSocketFrame
            ? Frame.TEXT
            : frame instanceof BinaryWebSocketFrame ? Frame.BINARY : Frame.PONG;
    return Frame.of(opcode, ByteBufUtil.getBytes(frame.content()));
  }

  private static Frame closeFrame(WebSocketCloseStatus status) {
    return Frame.of(Frame.CLOSE, Frame.closePayload(status.code(), status.reasonText()));
  }

  private StepVerifier.Step<Frame> add(
      JsonNode action, int number, StepVerifier.Step<Frame> script) {
    String kind = action.propertyNames().iterator().next();
    JsonNode value = action.get(kind);
    return switch (kind) {
      case "sendText" -> script.then(() -> send(new TextWebSocketFrame(wrapped(value))));
      case "sendBinary" -> script.then(() -> send(new BinaryWebSocketFrame(wrapped(value))));
      case "expectText" -> expect(Frame.of(Frame.TEXT, bytes(value)), number, script);
      case "expectBinary" -> expect(Frame.of(Frame.BINARY, bytes(value)), number, script);
      case "pauseMillis" -> script.thenAwait(Duration.ofMillis(value.asLong()));
      case "close" -> {
        int code = value.path("code").asInt(Frame.NO_CODE);
        Frame answer = Frame.of(Frame.CLOSE, Frame.closePayload(code, ""));
        yield expect(answer, number, script.then(() -> send(closing(value))));
      }
      default -> throw new IllegalArgumentException("no such action: " + kind);
    };
  }

  private static byte[] bytes(JsonNode content) {
    return new Content(content).bytes();
  }

  private static io.netty.buffer.ByteBuf wrapped(JsonNode content) {
    return Unpooled.wrappedBuffer(bytes(content));
  }

  private static CloseWebSocketFrame closing(JsonNode close) {
    return close.has("code")
        ? new CloseWebSocketFrame(close.get("code").asInt(), close.path("reason").asString(""))
        : new CloseWebSocketFrame();
  }

  private void send(WebSocketFrame frame) {
    outgoing.emitNext(frame, Sinks.EmitFailureHandler.FAIL_FAST);
  }

  private StepVerifier.Step<Frame> expect(
      Frame wanted, int number, StepVerifier.Step<Frame> script) {
    return script.assertNext(
        frame -> {
          boolean equal =
              wanted.opcode() == Frame.CLOSE
                  ? frame.opcode() == Frame.CLOSE && frame.closeCode() == wanted.closeCode()
                  : frame.opcode() == wanted.opcode()
                      && Arrays.equals(frame.payload(), wanted.payload());
          if (!equal) {
            findings.add(new Finding("action " + number, "message", wanted.shown(), frame.shown()));
            throw new AssertionError(frame.shown());
          }
        });
  }
}

// The WebSocket driver against small echo servers whose faults are known.
package dev.loadline.drivers;

import static dev.loadline.drivers.Driven.errors;
import static dev.loadline.drivers.Driven.example;
import static dev.loadline.drivers.Driven.p50Micros;
import static dev.loadline.drivers.Driven.valid;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class WebSocketLoadTest {
  private EchoServing serving;

  private JsonNode slice(EchoServing.Echoing echoing, String path, String more) {
    return Driven.run(specification(echoing, path, more)).get(0);
  }

  private String specification(EchoServing.Echoing echoing, String path, String more) {
    serving = new EchoServing(echoing);
    return """
        {'url': '%s', 'seconds': 0.6, 'load': {'connections': 4, 'echo': {'path': '%s', 'messages': [
          {'text': 'Hello World!'}, {'base64': 'AP+ACg=='}, {'fill': {'bytes': 4096, 'byte': 97}}]}}%s}"""
        .formatted(serving.url(), path, more);
  }

  private static void echo(ChannelHandlerContext context, WebSocketFrame frame) {
    context.writeAndFlush(frame.retain());
  }

  @AfterEach
  void close() {
    serving.close();
  }

  @Test
  void messagesThatComeBackAsTheyWentCountAsThroughput() {
    JsonNode sample =
        slice(
            (context, frame, number) -> {
              context.write(new PingWebSocketFrame());
              echo(context, frame);
            },
            "/echo",
            "");
    assertThat(sample.get("driver").asString()).isEqualTo("netty");
    assertThat(errors(sample)).isZero();
    assertThat(sample.get("exchanges").isEmpty()).isTrue();
    assertThat(valid(sample)).isGreaterThan(10);
  }

  @Test
  void anEchoMayComeInFragmentsAndIsHeldToEachByte() {
    JsonNode sample =
        slice(
            (context, frame, number) -> {
              boolean isWrong = number % 10 == 0;
              ByteBuf bytes = frame.content().copy();
              int last = bytes.writerIndex() - 1;
              bytes.setByte(last, bytes.getByte(last) ^ (isWrong ? 1 : 0));
              ByteBuf start = bytes.readRetainedSlice(2);
              context.write(
                  frame instanceof BinaryWebSocketFrame
                      ? new BinaryWebSocketFrame(false, 0, start)
                      : new TextWebSocketFrame(false, 0, start));
              context.writeAndFlush(new ContinuationWebSocketFrame(true, 0, bytes));
            },
            "/echo",
            "");
    assertThat(valid(sample)).isPositive();
    assertThat(errors(sample, "message")).isPositive().isEqualTo(errors(sample));
    // One more for the last ten, and what the four connections had under way at the end.
    assertThat(errors(sample)).isCloseTo(sample.get("responses").asLong() / 10, within(5L));
  }

  @Test
  void messagesGoOutWhenTheyAreDueInTheOpenLoop() {
    String specification =
        specification(
            (context, frame, number) -> echo(context, frame), "/echo", ", 'ratePerSecond': 200");
    JsonNode sample = Driven.atItsRate(200, specification);
    assertThat(errors(sample)).isZero();
    assertThat(sample.at("/latenessMicros/p99").isNumber()).isTrue();
  }

  @Test
  void binaryThatComesBackAsTextIsAnErrorAndNotThroughput() {
    JsonNode sample =
        slice(
            (context, frame, number) ->
                context.writeAndFlush(new TextWebSocketFrame(frame.content().retain())),
            "/echo",
            "");
    assertThat(errors(sample, "message")).isPositive().isEqualTo(errors(sample));
    // Two of three are binary; errors count over the ramp too.
    assertThat(errors(sample)).isCloseTo(2 * valid(sample), withinPercentage(30));
    assertThat(example(sample, "message"))
        .matches("expected binary of 4 bytes .* got text of 4 bytes .*");
  }

  @Test
  void latenciesAreInMicroseconds() {
    JsonNode sample =
        slice(
            (context, frame, number) -> {
              frame.retain();
              context
                  .executor()
                  .schedule(() -> context.writeAndFlush(frame), 5, TimeUnit.MILLISECONDS);
            },
            "/echo",
            "");
    assertThat(p50Micros(sample)).isBetween(4_900L, 100_000L);
  }

  @Test
  void aConnectionThatTheServerClosesIsAnError() {
    JsonNode sample =
        slice(
            (context, frame, number) -> {
              switch (number) {
                case 5 -> context.writeAndFlush(new CloseWebSocketFrame(1011, "no"));
                // Past the handler that would say goodbye.
                case 10 -> context.pipeline().firstContext().close();
                default -> echo(context, frame);
              }
            },
            "/echo",
            "");
    assertThat(errors(sample)).isEqualTo(2);
    assertThat(sample.at("/errors/kinds/connection/examples").valueStream().map(JsonNode::asString))
        .containsExactlyInAnyOrder(
            "/echo: the server closed the connection (1011)",
            "/echo: the server closed the connection (1006)");
  }

  @Test
  void aMessageThatNeverComesBackIsAnError() {
    JsonNode sample =
        slice(
            (context, frame, number) -> {
              if (number != 10) {
                echo(context, frame);
              }
            },
            "/echo",
            ", 'timeoutSeconds': 1");
    assertThat(errors(sample)).isEqualTo(1);
    assertThat(example(sample, "timeout")).isEqualTo("/echo: no echo within 1 s");
  }

  @Test
  void aServerWithoutAnEchoGivesErrors() {
    JsonNode sample = slice((context, frame, number) -> {}, "/nowhere", "");
    assertThat(valid(sample)).isZero();
    assertThat(example(sample, "connection"))
        .startsWith("/nowhere: Unexpected server response: 40");
  }
}

// A WebSocket exchange in which raw frames are written, or looked at.
package dev.loadline.contracts;

import java.io.EOFException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

final class FrameExchange {
  private final JsonNode spec;
  private final Stage stage;
  private final TcpConnection connection;
  private final FrameConnection webSocket;
  private Flood flood;

  private FrameExchange(JsonNode spec, Stage stage, TcpConnection connection) {
    this.spec = spec;
    this.stage = stage;
    this.connection = connection;
    this.webSocket = new FrameConnection(connection);
  }

  static List<Finding> run(JsonNode spec, Stage stage) throws IOException, InterruptedException {
    try (TcpConnection connection = TcpConnection.open(stage.server(), stage.deadline())) {
      return new FrameExchange(spec, stage, connection).run();
    }
  }

  private List<Finding> run() throws IOException, InterruptedException {
    Optional<Finding> refused = webSocket.shakeHands(spec.get("path").asString());
    if (refused.isPresent()) {
      return List.of(refused.get());
    }
    JsonNode actions = spec.get("exchange");
    for (int index = 0; index < actions.size(); index++) {
      List<Finding> findings = run(actions.get(index), index + 1);
      if (!findings.isEmpty()) {
        return findings;
      }
    }
    return List.of();
  }

  private List<Finding> run(JsonNode action, int number) throws IOException, InterruptedException {
    String kind = action.propertyNames().iterator().next();
    JsonNode value = action.get(kind);
    try {
      return run(kind, value).stream().map(f -> f.within("action " + number)).toList();
    } catch (EOFException ended) {
      String expected = kind + " " + value;
      return List.of(new Finding("action " + number, "", expected, ended.getMessage()));
    }
  }

  private List<Finding> run(String kind, JsonNode value) throws IOException, InterruptedException {
    switch (kind) {
      case "sendText" -> webSocket.send(Frame.of(Frame.TEXT, new Content(value).bytes()));
      case "sendBinary" -> webSocket.send(Frame.of(Frame.BINARY, new Content(value).bytes()));
      case "sendFrame" -> sendFrame(value);
      case "pauseMillis" -> stage.deadline().pause(value.asLong());
      case "expectText" -> {
        return expect(Frame.of(Frame.TEXT, new Content(value).bytes()));
      }
      case "expectBinary" -> {
        return expect(Frame.of(Frame.BINARY, new Content(value).bytes()));
      }
      case "expectPong" -> {
        return expect(Frame.of(Frame.PONG, new Content(value).bytes()));
      }
      case "expectClose" -> {
        return expectClose(
            IntStream.range(0, value.size()).map(i -> value.get(i).asInt()).toArray());
      }
      case "close" -> {
        webSocket.send(Frame.of(Frame.CLOSE, closePayload(value)));
        return expectClose(new int[] {value.path("code").asInt(Frame.NO_CODE)});
      }
      case "abort" -> connection.reset();
      case "flood" -> {
        flood = new Flood(webSocket, value.get("messageBytes").asInt());
        return flood.run(value.get("offeredMiB").asLong(), value.get("acceptedMiBMax").asLong());
      }
      case "drain" -> {
        return flood.drain();
      }
      default -> throw new IllegalArgumentException("no such action: " + kind);
    }
    return List.of();
  }

  private void sendFrame(JsonNode value) throws IOException {
    byte[] payload =
        value.has("close")
            ? closePayload(value.get("close"))
            : value.optional("payload").map(p -> new Content(p).bytes()).orElse(new byte[0]);
    Frame frame =
        new Frame(
            value.get("opcode").asInt(),
            value.path("final").asBoolean(true),
            value.path("reserved").asInt(0),
            payload);
    long announced = value.path("announcedBytes").asLong(payload.length);
    connection.send(frame.bytes(value.path("masked").asBoolean(true), announced));
  }

  private static byte[] closePayload(JsonNode close) {
    return close.has("code")
        ? Frame.closePayload(close.get("code").asInt(), close.path("reason").asString(""))
        : new byte[0];
  }

  private List<Finding> expect(Frame wanted) throws IOException {
    Frame frame = webSocket.next();
    boolean equal =
        frame.opcode() == wanted.opcode() && Arrays.equals(frame.payload(), wanted.payload());
    return equal ? List.of() : List.of(new Finding("message", wanted.shown(), frame.shown()));
  }

  private List<Finding> expectClose(int[] codes) throws IOException {
    String expected = "close " + Arrays.toString(codes).replaceAll("[\\[\\]]", "");
    try {
      Frame frame = webSocket.next();
      if (frame.opcode() == Frame.CLOSE && contains(codes, frame.closeCode())) {
        webSocket.send(Frame.of(Frame.CLOSE, frame.payload()));
        return List.of();
      }
      return List.of(new Finding("message", expected, frame.shown()));
    } catch (EOFException ended) {
      return contains(codes, 1006)
          ? List.of()
          : List.of(new Finding("message", expected, "close 1006: " + ended.getMessage()));
    }
  }

  private static boolean contains(int[] codes, int code) {
    return Arrays.stream(codes).anyMatch(each -> each == code);
  }
}

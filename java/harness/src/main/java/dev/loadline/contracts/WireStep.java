// The step `wire`: bytes on a TCP connection exactly as they stand, and what comes back.
package dev.loadline.contracts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

record WireStep(JsonNode node) implements Step {
  private static final int NAME_CHARACTERS = 60;

  @Override
  public String name() {
    String first = firstText().lines().findFirst().orElse("");
    return "on the wire: "
        + (first.length() > NAME_CHARACTERS ? first.substring(0, NAME_CHARACTERS) + "…" : first);
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    TcpConnection connection = TcpConnection.open(stage.server(), stage.deadline());
    try (connection) {
      AnswerReader reader = new AnswerReader(connection, firstText().startsWith("HEAD "));
      for (JsonNode word : node.get("wire")) {
        if (word.has("close")) {
          connection.reset();
          return List.of();
        }
        List<Finding> findings = run(word, connection, reader, stage);
        if (!findings.isEmpty()) {
          return findings;
        }
      }
      return node.has("response")
          ? stage.expectation(node.get("response")).findings(reader.readFinal())
          : List.of();
    }
  }

  private static List<Finding> run(
      JsonNode word, TcpConnection connection, AnswerReader reader, Stage stage)
      throws IOException, InterruptedException {
    String kind = word.propertyNames().iterator().next();
    JsonNode value = word.get(kind);
    switch (kind) {
      case "send" -> connection.send(value.asString().getBytes(StandardCharsets.UTF_8));
      case "fill" -> {
        for (byte[] chunk : new Content(word).chunks()) {
          connection.send(chunk);
        }
      }
      case "pauseMillis" -> stage.deadline().pause(value.asLong());
      case "awaitInterim" -> {
        return interim(reader.readHead(), value.asInt());
      }
      case "temporaryFiles" -> {
        return new TemporaryFilesStep(value.asLong()).run(stage);
      }
      case "meanwhile" -> {
        return stage.run(value);
      }
      case "signal" -> stage.server().terminate();
      default -> throw new IllegalArgumentException("no such word of a wire: " + kind);
    }
    return List.of();
  }

  private static List<Finding> interim(Answer head, int wanted) {
    return head.status() == wanted
        ? List.of()
        : List.of(
            new Finding(
                "interim status", Integer.toString(wanted), Integer.toString(head.status())));
  }

  private String firstText() {
    return node.at("/wire/0/send").asString("");
  }
}

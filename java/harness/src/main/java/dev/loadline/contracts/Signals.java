// Asks a stream's signals until they are as expected.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * @param expected the script's {@code signals}
 */
record Signals(ConsumeStep stream, JsonNode expected, Stage stage) {
  private static final long EVERY_MILLIS = 50;
  private static final long MIB = 1 << 20;

  /**
   * @param read how many items the consumer has read
   */
  List<Finding> await(long read) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(expected.get("withinMillis").asLong());
    long last = -1;
    long steadySince = System.nanoTime();
    for (; ; ) {
      Answer answer = ask();
      if (produced(answer) != last) {
        last = produced(answer);
        steadySince = System.nanoTime();
      }
      List<Finding> findings = findings(answer, read);
      steady((System.nanoTime() - steadySince) / 1_000_000).ifPresent(findings::add);
      if (findings.isEmpty() || deadline.hasPassed()) {
        return findings;
      }
      stage.deadline().pause(EVERY_MILLIS);
    }
  }

  private Answer ask() throws IOException {
    String path = "/stream/" + stream.id() + "/signals";
    return stage.send(new Request("GET", path, Map.of(), Optional.empty()));
  }

  private List<Finding> findings(Answer answer, long read) {
    Optional<JsonNode> found = Json.parsed(answer.body()).filter(JsonNode::isObject);
    if (answer.status() != 200 || found.isEmpty()) {
      String actual = answer.status() + " with body " + Shown.quoted(answer.body());
      return new ArrayList<>(List.of(new Finding("signals", "200 and a JSON object", actual)));
    }
    JsonNode signals = found.get();
    List<Finding> findings = new ArrayList<>();
    String state = signals.path("state").asString("absent");
    if (!state.equals(expected.get("state").asString())) {
      findings.add(
          new Finding("signals", "state " + expected.get("state").asString(), signals.toString()));
    }
    long produced = signals.path("produced").asLong(-1);
    if (expected.has("produced") && produced != expected.get("produced").asLong()) {
      findings.add(
          new Finding(
              "signals produced", expected.get("produced").toString(), Long.toString(produced)));
    }
    long pauses = signals.path("pauses").asLong(-1);
    if (expected.has("pausesMin") && pauses < expected.get("pausesMin").asLong()) {
      findings.add(
          new Finding(
              "signals pauses", "at least " + expected.get("pausesMin"), Long.toString(pauses)));
    }
    ahead(produced - read).ifPresent(findings::add);
    return findings;
  }

  private Optional<Finding> ahead(long items) {
    if (!expected.has("aheadMiBMax")) {
      return Optional.empty();
    }
    long max = expected.get("aheadMiBMax").asLong();
    long bytes = items * stream.size();
    return bytes <= max * MIB
        ? Optional.empty()
        : Optional.of(
            new Finding(
                "produced ahead of the consumer",
                "at most " + max + " MiB",
                "%.1f MiB".formatted((double) bytes / MIB)));
  }

  private Optional<Finding> steady(long millis) {
    long wanted = expected.path("steadyMillis").asLong(0);
    return millis >= wanted
        ? Optional.empty()
        : Optional.of(
            new Finding(
                "signals",
                "nothing produced for " + wanted + " ms",
                "nothing produced for " + millis + " ms"));
  }

  private static long produced(Answer answer) {
    return Json.parsed(answer.body()).map(s -> s.path("produced").asLong(-1)).orElse(-1L);
  }
}

// The step `request`, `response`, `capture`: one HTTP exchange.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

record ExchangeStep(JsonNode node) implements Step {
  private static final long NANOS_A_MILLI = 1_000_000;

  /** What takes longer than twice the time was not only held up. */
  private static final long PAUSE_MAX = 2;

  @Override
  public String name() {
    return Request.of(node.get("request")).name();
  }

  @Override
  public String awaited() {
    return node.has("withinMillis") ? "an answer within " + withinMillis() + " ms" : name();
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException {
    long began = System.nanoTime();
    Answer answer = stage.send(Request.of(node.get("request")));
    List<Finding> findings = new ArrayList<>(lateness(System.nanoTime() - began));
    findings.addAll(stage.expectation(node.get("response")).findings(answer));
    return findings.isEmpty() ? capture(answer, stage.words()) : findings;
  }

  /**
   * @param nanos how long the whole answer took
   */
  private List<Finding> lateness(long nanos) {
    long millis = (nanos + NANOS_A_MILLI - 1) / NANOS_A_MILLI;
    if (!node.has("withinMillis") || millis <= withinMillis()) {
      return List.of();
    }
    boolean isPause = millis <= PAUSE_MAX * withinMillis();
    return List.of(new Finding("", "", awaited(), "an answer after " + millis + " ms", isPause));
  }

  private long withinMillis() {
    return node.get("withinMillis").asLong();
  }

  private List<Finding> capture(Answer answer, Words words) {
    return node.path("capture").properties().stream()
        .map(each -> Capture.of(each.getKey(), each.getValue()))
        .flatMap(capture -> capture.take(answer, words::put).stream())
        .map(missing -> new Finding(missing.what(), missing.expected(), missing.actual()))
        .toList();
  }
}

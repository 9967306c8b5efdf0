// The step `await`: repeats an exchange until it holds.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

record AwaitStep(JsonNode node) implements Step {
  private static final long EVERY_MILLIS = 50;

  @Override
  public String name() {
    return "%s, repeated for %d ms".formatted(request().name(), withinMillis());
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(withinMillis());
    for (; ; ) {
      List<Finding> findings =
          stage.expectation(node.get("response")).findings(stage.send(request()));
      if (findings.isEmpty() || deadline.hasPassed()) {
        return findings;
      }
      stage.deadline().pause(EVERY_MILLIS);
    }
  }

  private Request request() {
    return Request.of(node.get("request"));
  }

  private long withinMillis() {
    return node.get("withinMillis").asLong();
  }
}

// The step `await`: repeats an exchange until it holds, and goes on to.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

record AwaitStep(JsonNode node) implements Step {
  private static final long EVERY_MILLIS = 50;

  /**
   * In a row: the processes of a cluster take turns, and each finds for itself that a service is
   * back.
   */
  private static final int HOLDS = 4;

  @Override
  public String name() {
    return "%s, repeated for %d ms".formatted(request().name(), withinMillis());
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    Deadline deadline = Deadline.in(withinMillis());
    for (int held = 0; ; ) {
      List<Finding> findings =
          stage.expectation(node.get("response")).findings(stage.send(request()));
      held = findings.isEmpty() ? held + 1 : 0;
      if (held == HOLDS || held == 0 && deadline.hasPassed()) {
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

// The step `stop`: the server ends when asked, in time and leaving nothing.
package dev.loadline.contracts;

import dev.loadline.stacks.Stopped;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

record StopStep(JsonNode node) implements Step {
  @Override
  public String name() {
    return "SIGTERM";
  }

  @Override
  public List<Finding> run(Stage stage) throws InterruptedException {
    Stopped stopped = stage.server().stop(node.get("withinMillis").asLong());
    return findings(stopped, node.get("exitCode").asInt());
  }

  static List<Finding> findings(Stopped stopped, int exitCode) {
    List<Finding> findings = new ArrayList<>();
    if (stopped.exitCode() != exitCode) {
      String actual = "exit code " + stopped.exitCode();
      findings.add(new Finding("end", "exit code " + exitCode, actual));
    }
    stopped.leftBehind().forEach(left -> findings.add(new Finding("left behind", "nothing", left)));
    return findings;
  }
}

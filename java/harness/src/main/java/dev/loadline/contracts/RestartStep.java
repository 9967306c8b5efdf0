// The step `restart`: the server ends when asked, and is started again with the same services.
package dev.loadline.contracts;

import dev.loadline.stacks.NotStarted;
import java.io.IOException;
import java.util.List;

record RestartStep() implements Step {
  @Override
  public String name() {
    return "restart";
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    List<Finding> findings = StopStep.findings(stage.server().stop(), 0);
    return findings.isEmpty() ? startAgain(stage) : findings;
  }

  private static List<Finding> startAgain(Stage stage) throws IOException, InterruptedException {
    try {
      stage.running().startAgain();
      return List.of();
    } catch (NotStarted failed) {
      return List.of(new Finding("", "a server that starts again", failed.getMessage()));
    }
  }
}

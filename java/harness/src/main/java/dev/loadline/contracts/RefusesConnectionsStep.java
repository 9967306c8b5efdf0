// The step `refusesConnections`: awaits that nobody can connect to the server any more.
package dev.loadline.contracts;

import java.util.List;

record RefusesConnectionsStep() implements Step {
  private static final long WITHIN_MILLIS = 2_000;
  private static final long EVERY_MILLIS = 20;

  @Override
  public String name() {
    return "new connections are refused";
  }

  @Override
  public List<Finding> run(Stage stage) throws InterruptedException {
    Deadline deadline = Deadline.in(WITHIN_MILLIS).butNotAfter(stage.deadline());
    while (stage.server().accepts()) {
      if (deadline.hasPassed()) {
        String expected = "refused within " + WITHIN_MILLIS + " ms";
        return List.of(new Finding("a new connection", expected, "accepted"));
      }
      Thread.sleep(EVERY_MILLIS);
    }
    return List.of();
  }
}

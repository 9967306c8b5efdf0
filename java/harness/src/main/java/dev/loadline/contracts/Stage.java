// What a step has at hand while it runs, and how steps are run one after the other, each in its
// time.
package dev.loadline.contracts;

import dev.loadline.services.Relay;
import dev.loadline.stacks.Server;
import java.io.IOException;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/**
 * @param running the server, which a step may exchange for another
 * @param pages the text of a page by its name, as it stands in the file
 * @param timeoutMillis how long each step may take
 * @param deadline when the step that runs must have ended
 */
record Stage(
    CaseServer running,
    UnaryOperator<String> pages,
    Words words,
    long timeoutMillis,
    Deadline deadline) {

  Server server() {
    return running.server();
  }

  /** Between the server and its contract's service. */
  Relay relay() {
    return running.relay();
  }

  /** The same with other words. */
  Stage with(Words others) {
    return new Stage(running, pages, others, timeoutMillis, deadline);
  }

  /**
   * Runs steps until one does not hold.
   *
   * @param steps as they stand in the contract
   * @return what that step found
   */
  List<Finding> run(JsonNode steps) throws InterruptedException {
    for (int index = 0; index < steps.size(); index++) {
      Step step = Step.of(words.replacedInStep(steps.get(index)));
      List<Finding> findings = run(step);
      if (!findings.isEmpty()) {
        String label = "%d of %d: %s".formatted(index + 1, steps.size(), step.name());
        return findings.stream().map(finding -> finding.within(label)).toList();
      }
    }
    return List.of();
  }

  private List<Finding> run(Step step) throws InterruptedException {
    try {
      return step.run(until(Deadline.in(timeoutMillis).butNotAfter(deadline)));
    } catch (IOException broken) {
      String reason = broken.getMessage() == null ? broken.toString() : broken.getMessage();
      return List.of(new Finding("", step.awaited(), reason));
    }
  }

  private Stage until(Deadline other) {
    return new Stage(running, pages, words, timeoutMillis, other);
  }

  Answer send(Request request) throws IOException {
    return HttpExchange.send(server(), request, deadline);
  }

  Expectation expectation(JsonNode response) {
    return new Expectation(response, name -> words.replaced(pages.apply(name)));
  }
}

// One step of a case: it holds, or says what does not.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

interface Step {
  /** Such as {@code GET /hello}. */
  String name();

  /** What was expected when the step breaks off. */
  default String awaited() {
    return name();
  }

  /**
   * @return none when it holds
   * @throws IOException what went wrong on the way: a finding about the server
   */
  List<Finding> run(Stage stage) throws IOException, InterruptedException;

  /**
   * @param node a step as it stands in a contract that its schema has passed, words replaced but
   *     for the steps within it
   */
  static Step of(JsonNode node) {
    if (node.has("request")) {
      return new ExchangeStep(node);
    } else if (node.has("wire")) {
      return new WireStep(node);
    } else if (node.has("webSocket")) {
      return new WebSocketStep(node.get("webSocket"));
    } else if (node.has("consume")) {
      return new ConsumeStep(node.get("consume"));
    } else if (node.has("await")) {
      return new AwaitStep(node.get("await"));
    } else if (node.has("while")) {
      return new WhileStep(node);
    } else if (node.has("temporaryFiles")) {
      return new TemporaryFilesStep(node.get("temporaryFiles").asInt());
    } else if (node.has("temporaryFolder")) {
      return new TemporaryFolderStep(node.get("temporaryFolder").asString());
    } else if (node.has("refusesConnections")) {
      return new RefusesConnectionsStep();
    } else if (node.has("stop")) {
      return new StopStep(node.get("stop"));
    } else if (node.has("restart")) {
      return new RestartStep();
    } else if (node.has("concurrently")) {
      return new ConcurrentlyStep(node);
    } else if (node.has("service")) {
      return new ServiceStep(node.get("service").asString());
    } else if (node.has("serviceConnectionsMax")) {
      return new ServiceConnectionsStep(node.get("serviceConnectionsMax").asInt());
    }
    throw new IllegalArgumentException("no such step: " + node.propertyNames());
  }
}

// The step `webSocket`: one WebSocket connection, what is sent and what must come.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

record WebSocketStep(JsonNode node) implements Step {
  private static final Set<String> ORDINARY =
      Set.of("sendText", "sendBinary", "expectText", "expectBinary", "pauseMillis", "close");

  @Override
  public String name() {
    return "WebSocket " + node.get("path").asString();
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    return isOrdinary() ? new EchoExchange(node, stage).run() : FrameExchange.run(node, stage);
  }

  /** Can it be said without raw frames? */
  private boolean isOrdinary() {
    return StreamSupport.stream(node.get("exchange").spliterator(), false)
        .allMatch(action -> ORDINARY.containsAll(action.propertyNames()));
  }
}

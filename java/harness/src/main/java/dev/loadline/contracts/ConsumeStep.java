// The step `consume`: a consumer of a stream that reads, pauses, reads on or vanishes.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.List;
import tools.jackson.databind.JsonNode;

record ConsumeStep(JsonNode node) implements Step {
  @Override
  public String name() {
    return "a consumer of " + path();
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    return new StreamConsumer(this, stage).run();
  }

  String path() {
    return "/stream?id=%s&items=%d&size=%d".formatted(id(), items(), size());
  }

  String id() {
    return node.get("id").asString();
  }

  long items() {
    return node.get("items").asLong();
  }

  int size() {
    return node.get("size").asInt();
  }

  JsonNode script() {
    return node.get("script");
  }
}

// The step `service`: what the server meets where its contract's service was.
package dev.loadline.contracts;

import dev.loadline.services.Relay;
import java.io.IOException;
import java.util.List;

/**
 * @param state {@code down}, {@code silent} or {@code up}
 */
record ServiceStep(String state) implements Step {
  @Override
  public String name() {
    return "service " + state;
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    Relay relay = stage.relay();
    switch (state) {
      case "down" -> relay.down();
      case "silent" -> relay.silent();
      default -> relay.up();
    }
    return List.of();
  }
}

// The step `serviceConnectionsMax`: how many connections to the service the server has
// held at once.
package dev.loadline.contracts;

import java.util.List;

record ServiceConnectionsStep(int max) implements Step {
  @Override
  public String name() {
    return "at most %d connections to the service".formatted(max);
  }

  @Override
  public List<Finding> run(Stage stage) {
    int peak = stage.relay().peakConnections();
    String what = "connections to the service since the case began";
    return peak <= max
        ? List.of()
        : List.of(new Finding(what, "at most " + max, Integer.toString(peak)));
  }
}

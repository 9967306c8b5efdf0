// The step `while`: connections that wait for their answer while other steps run.
package dev.loadline.contracts;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

record WhileStep(JsonNode node) implements Step {
  @Override
  public String name() {
    return "while %d connections wait for %s".formatted(connections(), request().name());
  }

  @Override
  public List<Finding> run(Stage stage) throws IOException, InterruptedException {
    List<TcpConnection> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < connections(); i++) {
        TcpConnection connection = TcpConnection.open(stage.server(), stage.deadline());
        waiting.add(connection);
        new RequestWriter(connection).write(request());
      }
      long answered = waiting.stream().filter(TcpConnection::hasReceived).count();
      if (answered > 0) {
        String expected = connections() + " connections that still wait for their answer";
        String actual = answered + " had been answered or closed already";
        return List.of(new Finding("", expected, actual));
      }
      return stage.run(node.get("steps"));
    } finally {
      waiting.forEach(TcpConnection::reset);
    }
  }

  private Request request() {
    return Request.of(node.at("/while/request"));
  }

  private int connections() {
    return node.at("/while/connections").asInt();
  }
}

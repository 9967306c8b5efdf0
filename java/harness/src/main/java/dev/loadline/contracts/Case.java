// One case of a contract: what is asked of a server, and what must come back.
package dev.loadline.contracts;

import dev.loadline.services.ServiceName;
import dev.loadline.stacks.Server;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * @param node as it stands in the contract
 * @param place for messages: the file and the JSON pointer
 * @param service what its contract needs besides the server
 * @param pages the texts of the contract's pages by their names
 */
public record Case(
    JsonNode node, String place, Optional<ServiceName> service, Map<String, String> pages) {
  private static final long TIMEOUT_MILLIS = 10_000;

  /** What a whole case may take, whatever its steps are. */
  private static final long CASE_MILLIS_MAX = 240_000;

  public String id() {
    return node.get("id").asString();
  }

  public String description() {
    return node.get("description").asString();
  }

  /** Must it be nobody else's server, because the case ends it? */
  public boolean ownServer() {
    return node.path("ownServer").asBoolean(false);
  }

  /** Does it begin by starting the server again? One that has stopped already will do for it. */
  public boolean beginsWithRestart() {
    for (JsonNode step : node.path("steps")) {
      if (!step.has("service")) {
        return step.has("restart");
      }
    }
    return false;
  }

  /** Does it need a server that was told no service's address? */
  public boolean withoutServices() {
    return node.path("withoutServices").asBoolean(false);
  }

  /**
   * @throws CaseFailed when it does not hold
   */
  void run(Server server, Setting setting) throws InterruptedException, IOException {
    CaseServer running = new CaseServer(server, setting);
    List<Finding> findings = findings(running);
    if (isPause(findings) && running.server().running()) {
      findings = findings(running);
    }
    if (!findings.isEmpty()) {
      String title = server.id() + " › " + description();
      throw CaseFailed.of(title, id() + "   (" + place + ")", findings, running.server());
    }
  }

  /** A machine that stands still for a moment makes any answer late: such a case is asked again. */
  private static boolean isPause(List<Finding> findings) {
    return !findings.isEmpty() && findings.stream().allMatch(Finding::isPause);
  }

  private List<Finding> findings(CaseServer running) throws InterruptedException, IOException {
    Stage stage =
        new Stage(
            running,
            pages::get,
            Words.fresh(),
            node.path("timeoutMillis").asLong(TIMEOUT_MILLIS),
            Deadline.in(CASE_MILLIS_MAX));
    running.begin();
    try {
      return node.has("memory") ? watched(stage) : stage.run(steps());
    } finally {
      running.restore();
    }
  }

  private List<Finding> watched(Stage stage) throws InterruptedException {
    List<Finding> unready = stage.run(node.at("/memory/warmUp"));
    if (!unready.isEmpty()) {
      return unready.stream().map(finding -> finding.within("warm-up")).toList();
    }
    try (MemoryWatch memory = MemoryWatch.of(stage.server())) {
      List<Finding> findings = stage.run(steps());
      return findings.isEmpty()
          ? memory.findings(node.at("/memory/growthMiBMax").asLong())
          : findings;
    }
  }

  private JsonNode steps() {
    if (node.has("steps")) {
      return node.get("steps");
    }
    ArrayNode steps = JsonNodeFactory.instance.arrayNode();
    steps.addObject().set("request", node.get("request")).set("response", node.get("response"));
    return steps;
  }
}

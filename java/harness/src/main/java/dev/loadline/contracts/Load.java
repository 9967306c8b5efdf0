// What a contract loads a server with when it is measured.
package dev.loadline.contracts;

import dev.loadline.stacks.Server;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * @param node as it stands in the contract: connections, and either exchanges or an echo
 * @param place for messages: the file and the JSON pointer
 * @param pages the texts of the contract's pages by their names
 */
public record Load(JsonNode node, String place, Map<String, String> pages) {
  private static final long TIMEOUT_MILLIS = 10_000;

  /** The methods of its exchanges, in their order; none for an echo. */
  public List<String> methods() {
    return StreamSupport.stream(node.path("exchanges").spliterator(), false)
        .map(exchange -> exchange.get("request").path("method").asString("GET"))
        .toList();
  }

  /**
   * The load without pages, which a driver does not know: the first response of each is compared as
   * DOM, here; the driver then wants the same bytes again.
   *
   * @throws CaseFailed when that first response is not what the contract expects
   */
  public JsonNode forDriver(Server server) throws IOException, InterruptedException {
    if (!node.has("exchanges")) {
      return node;
    }
    ObjectNode load = (ObjectNode) node.deepCopy();
    ArrayNode exchanges = (ArrayNode) load.get("exchanges");
    for (int index = 0; index < exchanges.size(); index++) {
      ObjectNode exchange = (ObjectNode) exchanges.get(index);
      if (exchange.at("/response/body").has("page")) {
        String text = heldPage(server, exchange, place + "/exchanges/" + index);
        ((ObjectNode) exchange.get("response")).putObject("body").put("text", text);
      }
    }
    return load;
  }

  private String heldPage(Server server, JsonNode exchange, String at)
      throws IOException, InterruptedException {
    Request request = Request.of(exchange.get("request"));
    Answer answer = HttpExchange.send(server, request, Deadline.in(TIMEOUT_MILLIS));
    List<Finding> findings = new Expectation(exchange.get("response"), pages::get).findings(answer);
    if (!findings.isEmpty()) {
      throw CaseFailed.of(server.id() + " › " + request.name(), at, findings, server);
    }
    return answer.text();
  }
}

// Gives the words that a lap begins with: a token of its own, and the next of words that take
// turns.
package dev.loadline.drivers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

final class LapWords {
  private final boolean wanted;
  private final Map<String, List<JsonNode>> turns;
  private long lap;

  /**
   * @param exchanges of the load
   * @param turns values of words that go round, a lap each
   */
  LapWords(JsonNode exchanges, Map<String, List<String>> turns) {
    this.wanted =
        Template.hasWords(exchanges)
            || exchanges.valueStream().anyMatch(exchange -> exchange.has("capture"));
    this.turns = new HashMap<>();
    turns.forEach(
        (name, values) ->
            this.turns.put(
                name,
                values.stream().<JsonNode>map(JsonNodeFactory.instance::stringNode).toList()));
  }

  Map<String, JsonNode> next() {
    if (!wanted) {
      return Map.of();
    }
    Map<String, JsonNode> words = new HashMap<>();
    words.put("unique", JsonNodeFactory.instance.stringNode(UniqueToken.next()));
    turns.forEach((name, values) -> words.put(name, values.get((int) (lap % values.size()))));
    lap++;
    return words;
  }
}

// Gives the words that a lap begins with: a token of its own, and the next of words that take
// turns.
package dev.loadline.drivers;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

final class LapWords {
  private final boolean wanted;
  private final Map<String, List<String>> turns;
  private long lap;

  /**
   * @param exchanges of the load
   * @param turns values of words that go round, a lap each
   */
  LapWords(JsonNode exchanges, Map<String, List<String>> turns) {
    this.wanted = Template.hasWords(exchanges);
    this.turns = turns;
  }

  Map<String, String> next() {
    if (!wanted) {
      return Map.of();
    }
    Map<String, String> words = new HashMap<>();
    words.put("unique", UniqueToken.next());
    turns.forEach((name, values) -> words.put(name, values.get((int) (lap % values.size()))));
    lap++;
    return words;
  }
}

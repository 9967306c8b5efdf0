// Replaces the words in braces of a contract: {{unique}}, and what captures have found.
package dev.loadline.contracts;

import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

final class Words {
  private static final Pattern WORD = Pattern.compile("\\{\\{([A-Za-z]+)\\}\\}");
  private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final int TOKEN_CHARACTERS = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, String> known = new ConcurrentHashMap<>();

  private Words() {}

  /** The words that a run of a case begins with. */
  static Words fresh() {
    Words words = new Words();
    StringBuilder token = new StringBuilder();
    RANDOM
        .ints(TOKEN_CHARACTERS, 0, LETTERS.length())
        .mapToObj(LETTERS::charAt)
        .forEach(token::append);
    words.put("unique", token.toString());
    return words;
  }

  void put(String name, String value) {
    known.put(name, value);
  }

  /** Words that are not known stay as they are. */
  String replaced(String text) {
    return WORD.matcher(text)
        .replaceAll(
            (MatchResult word) ->
                Matcher.quoteReplacement(known.getOrDefault(word.group(1), word.group())));
  }

  /** A copy with the known words replaced in every text. */
  JsonNode replaced(JsonNode node) {
    if (node.isString()) {
      return JsonNodeFactory.instance.stringNode(replaced(node.asString()));
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> array.add(replaced(item)));
      return array;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties().forEach(each -> object.set(each.getKey(), replaced(each.getValue())));
      return object;
    }
    return node;
  }
}

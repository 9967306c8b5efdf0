// Replaces the words in braces of a contract: {{unique}}, and what captures have found.
package dev.loadline.contracts;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
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

  /** What stands there has its turn when it runs, with the words that are known then. */
  private static final Set<String> STEPS_WITHIN = Set.of("steps", "meanwhile");

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, String> known = new ConcurrentHashMap<>();

  private Words() {}

  /** The words that a run of a case begins with. */
  static Words fresh() {
    return new Words().anew();
  }

  /** What is known, with another token. */
  Words anew() {
    Words words = new Words();
    words.known.putAll(known);
    StringBuilder token = new StringBuilder();
    RANDOM
        .ints(TOKEN_CHARACTERS, 0, LETTERS.length())
        .mapToObj(LETTERS::charAt)
        .forEach(token::append);
    words.put("unique", token.toString());
    return words;
  }

  /** A copy in whose patterns a word is its letters alone: in braces it is no pattern. */
  static JsonNode withPlainPatterns(JsonNode node) {
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> array.add(withPlainPatterns(item)));
      return array;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties().forEach(each -> object.set(each.getKey(), withPlainPattern(each)));
      return object;
    }
    return node;
  }

  private static JsonNode withPlainPattern(Map.Entry<String, JsonNode> entry) {
    JsonNode value = entry.getValue();
    return entry.getKey().equals("pattern") && value.isString()
        ? JsonNodeFactory.instance.stringNode(WORD.matcher(value.asString()).replaceAll("$1"))
        : withPlainPatterns(value);
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

  /** A copy of a step with the known words replaced in every text, but for the steps within it. */
  JsonNode replacedInStep(JsonNode step) {
    ObjectNode copy = JsonNodeFactory.instance.objectNode();
    step.properties()
        .forEach(each -> copy.set(each.getKey(), part(each.getKey(), each.getValue())));
    return copy;
  }

  private JsonNode part(String key, JsonNode value) {
    if (STEPS_WITHIN.contains(key)) {
      return value;
    }
    if (key.equals("wire")) {
      ArrayNode wire = JsonNodeFactory.instance.arrayNode();
      value.forEach(word -> wire.add(replacedInStep(word)));
      return wire;
    }
    return replaced(value);
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

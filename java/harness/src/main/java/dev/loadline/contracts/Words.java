// Replaces the words in braces of a contract: {{unique}}, what captures have found, and those of
// rows.
package dev.loadline.contracts;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

public final class Words {
  /** The word that every run has. */
  static final String UNIQUE = "unique";

  private static final Pattern WORD = Pattern.compile("\\{\\{([A-Za-z]+)\\}\\}");
  private static final String LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";
  private static final int TOKEN_CHARACTERS = 8;

  /** What stands there has its turn when it runs, with the words that are known then. */
  private static final Set<String> STEPS_WITHIN = Set.of("steps", "meanwhile");

  /** There a text that is nothing but a word stands for the word's value, whatever its type. */
  private static final Set<String> JSON = Set.of("json", "jsonIncludes");

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, JsonNode> known = new ConcurrentHashMap<>();

  private Words() {}

  /** The words that a run of a case begins with. */
  static Words fresh() {
    return new Words().anew();
  }

  /**
   * @param row an object: the values by their words
   */
  static Words of(JsonNode row) {
    Words words = new Words();
    row.properties().forEach(each -> words.put(each.getKey(), each.getValue()));
    return words;
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
    words.put(UNIQUE, JsonNodeFactory.instance.stringNode(token.toString()));
    return words;
  }

  /** All words in the texts of a value, known or not. */
  static Set<String> in(JsonNode node) {
    if (node.isString()) {
      return WORD.matcher(node.asString())
          .results()
          .map(word -> word.group(1))
          .collect(Collectors.toSet());
    }
    Set<String> words = new TreeSet<>();
    node.forEach(inner -> words.addAll(in(inner)));
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
    boolean isPattern = entry.getKey().equals("pattern") || entry.getKey().equals("$pattern");
    return isPattern && value.isString()
        ? JsonNodeFactory.instance.stringNode(WORD.matcher(value.asString()).replaceAll("$1"))
        : withPlainPatterns(value);
  }

  /** How a word's value stands in a text: a number without a fraction where it has none. */
  public static String text(JsonNode value) {
    if (value.isNumber()) {
      return value.canConvertToExactIntegral()
          ? value.bigIntegerValue().toString()
          : value.toString();
    }
    return value.isString() ? value.asString() : value.toString();
  }

  void put(String name, JsonNode value) {
    known.put(name, value);
  }

  /** Words that are not known stay as they are. */
  String replaced(String text) {
    return WORD.matcher(text)
        .replaceAll(
            (MatchResult word) -> {
              JsonNode value = known.get(word.group(1));
              return Matcher.quoteReplacement(value == null ? word.group() : text(value));
            });
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
    return replaced(node, false);
  }

  /** The same, but a text that is nothing but a word is the word's value wherever it stands. */
  JsonNode replacedWithTypes(JsonNode node) {
    return replaced(node, true);
  }

  private JsonNode replaced(JsonNode node, boolean keepsTypes) {
    if (node.isString()) {
      return keepsTypes
          ? value(node)
          : JsonNodeFactory.instance.stringNode(replaced(node.asString()));
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(item -> array.add(replaced(item, keepsTypes)));
      return array;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(
              each -> {
                boolean isInner = keepsTypes || JSON.contains(each.getKey());
                object.set(each.getKey(), replaced(each.getValue(), isInner));
              });
      return object;
    }
    return node;
  }

  private JsonNode value(JsonNode text) {
    Matcher word = WORD.matcher(text.asString());
    return word.matches() && known.containsKey(word.group(1))
        ? known.get(word.group(1))
        : JsonNodeFactory.instance.stringNode(replaced(text.asString()));
  }
}

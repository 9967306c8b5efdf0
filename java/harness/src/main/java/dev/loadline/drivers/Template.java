// Texts of a contract with words in braces, taken apart once, so that filling one in costs little.
package dev.loadline.drivers;

import dev.loadline.contracts.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class Template {
  private static final Pattern WORD = Pattern.compile("\\{\\{(?<name>[A-Za-z]+)\\}\\}");

  /** In a value as JSON: a string that is nothing but a word (a key is none), or a word in one. */
  private static final Pattern WORD_OF_JSON =
      Pattern.compile("\"\\{\\{(?<whole>[A-Za-z]+)\\}\\}\"(?!:)|" + WORD);

  private final List<String> literals = new ArrayList<>();

  /** What stands between the literals. */
  private final List<Gap> gaps = new ArrayList<>();

  /**
   * @param braces what stays there while the word is not known
   */
  private record Gap(String word, String braces, Function<JsonNode, String> written) {}

  private Template(String text, Pattern words, Function<Matcher, Gap> gap) {
    int from = 0;
    for (Matcher word = words.matcher(text); word.find(); from = word.end()) {
      literals.add(text.substring(from, word.start()));
      gaps.add(gap.apply(word));
    }
    literals.add(text.substring(from));
  }

  static Template of(String text) {
    return new Template(text, WORD, word -> part(word, Words::text));
  }

  /** The text of a value as JSON, with words filled in as parts of strings. */
  static Template ofTexts(JsonNode value) {
    return new Template(value.toString(), WORD, word -> part(word, Template::escaped));
  }

  /** The same, but a string that is nothing but a word becomes the word's value, with its type. */
  static Template ofJson(JsonNode value) {
    return new Template(
        value.toString(),
        WORD_OF_JSON,
        word ->
            word.group("whole") == null
                ? part(word, Template::escaped)
                : new Gap(word.group("whole"), word.group(), JsonNode::toString));
  }

  private static Gap part(Matcher word, Function<JsonNode, String> written) {
    return new Gap(word.group("name"), word.group(), written);
  }

  private static String escaped(JsonNode word) {
    String quoted = JsonMapper.shared().writeValueAsString(Words.text(word));
    return quoted.substring(1, quoted.length() - 1);
  }

  boolean hasWords() {
    return !gaps.isEmpty();
  }

  static boolean hasWords(JsonNode value) {
    return WORD.matcher(value.toString()).find();
  }

  /** Fills in the words that are known; the braces of others stay. */
  String filled(Map<String, JsonNode> words) {
    if (!hasWords()) {
      return literals.get(0);
    }
    StringBuilder text = new StringBuilder(literals.get(0));
    for (int at = 0; at < gaps.size(); at++) {
      Gap gap = gaps.get(at);
      JsonNode word = words.get(gap.word());
      text.append(word == null ? gap.braces() : gap.written().apply(word));
      text.append(literals.get(at + 1));
    }
    return text.toString();
  }
}

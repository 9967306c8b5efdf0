// Texts of a contract with words in braces, taken apart once, so that filling one in costs little.
package dev.loadline.drivers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class Template {
  private static final Pattern WORD = Pattern.compile("\\{\\{([A-Za-z]+)\\}\\}");

  /** Literals and names in turn. */
  private final List<String> parts;

  private final UnaryOperator<String> written;

  private Template(String text, UnaryOperator<String> written) {
    List<String> found = new ArrayList<>();
    int from = 0;
    for (Matcher word = WORD.matcher(text); word.find(); from = word.end()) {
      found.add(text.substring(from, word.start()));
      found.add(word.group(1));
    }
    found.add(text.substring(from));
    this.parts = List.copyOf(found);
    this.written = written;
  }

  static Template of(String text) {
    return new Template(text, UnaryOperator.identity());
  }

  /** The text of a value as JSON, with words filled in as parts of strings. */
  static Template ofJson(JsonNode value) {
    return new Template(
        value.toString(),
        word -> {
          String quoted = JsonMapper.shared().writeValueAsString(word);
          return quoted.substring(1, quoted.length() - 1);
        });
  }

  boolean hasWords() {
    return parts.size() > 1;
  }

  static boolean hasWords(JsonNode value) {
    return WORD.matcher(value.toString()).find();
  }

  /** Fills in the words that are known; the braces of others stay. */
  String filled(Map<String, String> words) {
    if (!hasWords()) {
      return parts.get(0);
    }
    StringBuilder text = new StringBuilder(parts.get(0));
    for (int at = 1; at < parts.size(); at += 2) {
      String word = words.get(parts.get(at));
      text.append(word == null ? "{{" + parts.get(at) + "}}" : written.apply(word));
      text.append(parts.get(at + 1));
    }
    return text.toString();
  }
}

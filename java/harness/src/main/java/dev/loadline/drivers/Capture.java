// Finds in an answer the words that later exchanges of the lap use.
package dev.loadline.drivers;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * @param name of the word
 * @param from as in a contract: {@code header:location}, {@code body}
 */
record Capture(String name, String from, Pattern pattern) {
  static Capture of(String name, JsonNode where) {
    Pattern pattern = Pattern.compile(where.get("pattern").asString());
    return new Capture(name, where.get("from").asString(), pattern);
  }

  /** Empty where it looks at the body. */
  Optional<String> header() {
    return from.startsWith("header:")
        ? Optional.of(from.substring("header:".length()))
        : Optional.empty();
  }

  /**
   * @param text the header's value, or the body
   * @param words is added to
   * @return what is wrong, if nothing could be captured
   */
  Optional<String> take(String text, Map<String, String> words) {
    Matcher found = pattern.matcher(text);
    if (!found.find() || found.group(1) == null) {
      return Optional.of("expected " + from + " matching " + Told.pattern(pattern));
    }
    words.put(name, found.group(1));
    return Optional.empty();
  }
}

// Writes the one line of JSON that says what has been started.
package dev.loadline.embedded;

import java.util.Map;
import java.util.stream.Collectors;

final class Line {
  private Line() {}

  /**
   * @param outcomes by the services' names
   */
  static String of(Map<String, Outcome> outcomes) {
    return outcomes.entrySet().stream()
        .map(each -> quoted(each.getKey()) + ":" + object(each.getValue()))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String object(Outcome outcome) {
    return outcome
        .started()
        .map(
            started ->
                "{\"url\":%s,\"description\":%s}"
                    .formatted(quoted(started.url()), quoted(started.description())))
        .orElseGet(() -> "{\"error\":" + quoted(outcome.error()) + "}");
  }

  private static String quoted(String text) {
    return text.chars().mapToObj(Line::escaped).collect(Collectors.joining("", "\"", "\""));
  }

  private static String escaped(int letter) {
    return letter < ' ' || letter > '~' || letter == '"' || letter == '\\'
        ? "\\u%04x".formatted(letter)
        : Character.toString(letter);
  }
}

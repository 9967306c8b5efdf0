// Makes one case a row of a case that has rows.
package dev.loadline.contracts;

import dev.loadline.input.Problem;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

final class Rows {
  private static final String ROWS = "rows";
  private static final String WITH = "with";

  private final ObjectNode pattern;
  private final JsonNode rows;
  private final JsonPointer at;

  /**
   * @param written a case, with parts in the places of their names
   * @param at its place in the file
   */
  Rows(JsonNode written, JsonPointer at) {
    this.pattern = (ObjectNode) written.deepCopy();
    this.rows = pattern.optional(ROWS).orElseGet(JsonNodeFactory.instance::arrayNode);
    this.at = at;
    pattern.remove(ROWS);
  }

  /** The case itself where it has no rows. */
  List<PlainCase> cases() {
    return rows.isEmpty()
        ? List.of(new PlainCase(pattern, at.toString(), ""))
        : rows.valueStream().map(this::of).toList();
  }

  private PlainCase of(JsonNode row) {
    ObjectNode plain = JsonNodeFactory.instance.objectNode();
    row.properties().stream()
        .filter(each -> !each.getKey().equals(WITH))
        .forEach(each -> plain.set(each.getKey(), each.getValue()));
    Words.of(row.get(WITH))
        .replacedWithTypes(pattern)
        .properties()
        .forEach(each -> plain.set(each.getKey(), each.getValue()));
    return new PlainCase(plain, at.toString(), " (row " + row.get("id").asString() + ")");
  }

  /** What is wrong with its words. */
  List<Problem> problems(String file) {
    if (rows.isEmpty()) {
      return List.of();
    }
    List<Problem> problems = new ArrayList<>();
    Set<String> used = Words.in(pattern);
    Set<String> captured = captures(pattern);
    for (String word : words(0)) {
      String place = with(0).appendProperty(word).toString();
      if (!used.contains(word)) {
        problems.add(new Problem(file, place, "a word that the case uses", '"' + word + '"'));
      }
      if (word.equals(Words.UNIQUE) || captured.contains(word)) {
        String expected = "a word other than \"unique\" and the captures of the case";
        problems.add(new Problem(file, place, expected, '"' + word + '"'));
      }
    }
    String expected = "the words of the first row: " + String.join(", ", words(0));
    IntStream.range(1, rows.size())
        .filter(index -> !Set.copyOf(words(index)).equals(Set.copyOf(words(0))))
        .mapToObj(index -> new Problem(file, with(index).toString(), expected, shown(words(index))))
        .forEach(problems::add);
    return problems;
  }

  private Collection<String> words(int index) {
    return rows.get(index).get(WITH).propertyNames();
  }

  private static String shown(Collection<String> words) {
    return words.stream().map(word -> '"' + word + '"').collect(Collectors.joining(",", "[", "]"));
  }

  private JsonPointer with(int index) {
    return at.appendProperty(ROWS).appendIndex(index).appendProperty(WITH);
  }

  private static Set<String> captures(JsonNode node) {
    Set<String> names = new HashSet<>(node.path("capture").propertyNames());
    node.forEach(inner -> names.addAll(captures(inner)));
    return names;
  }
}

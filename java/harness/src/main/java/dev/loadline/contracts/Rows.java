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
  private final String file;

  /**
   * @param written a case
   * @param at its place in the file
   */
  Rows(JsonNode written, JsonPointer at, String file) {
    this.pattern = (ObjectNode) written.deepCopy();
    this.rows = pattern.optional(ROWS).orElseGet(JsonNodeFactory.instance::arrayNode);
    this.at = at;
    this.file = file;
    pattern.remove(ROWS);
  }

  /**
   * @param problems is added to; when it is, the cases are of no use
   * @return the case itself where it has no rows
   */
  List<PlainCase> cases(NamedParts parts, List<Problem> problems) {
    if (rows.isEmpty()) {
      JsonNode whole = parts.putIn(pattern, at, problems);
      return List.of(new PlainCase(whole, at.toString(), ""));
    }
    // A row may choose parts by their names, and these may have words of the row.
    List<JsonNode> wholes = rows.valueStream().map(row -> withParts(row, parts, problems)).toList();
    checkWords(wholes, problems);
    return IntStream.range(0, rows.size())
        .mapToObj(index -> plain(rows.get(index), wholes.get(index)))
        .toList();
  }

  private JsonNode withParts(JsonNode row, NamedParts parts, List<Problem> problems) {
    List<Problem> found = new ArrayList<>();
    JsonNode named = Words.of(row.get(WITH)).replacedWithTypes(pattern);
    JsonNode whole = parts.putIn(named, at, found);
    found.stream()
        .map(problem -> problem.at(problem.pointer() + suffix(row)))
        .forEach(problems::add);
    return whole;
  }

  private PlainCase plain(JsonNode row, JsonNode whole) {
    ObjectNode plain = JsonNodeFactory.instance.objectNode();
    row.properties().stream()
        .filter(each -> !each.getKey().equals(WITH))
        .forEach(each -> plain.set(each.getKey(), each.getValue()));
    Words.of(row.get(WITH))
        .replacedWithTypes(whole)
        .properties()
        .forEach(each -> plain.set(each.getKey(), each.getValue()));
    return new PlainCase(plain, at.toString(), suffix(row));
  }

  private static String suffix(JsonNode row) {
    return " (row " + row.get("id").asString() + ")";
  }

  /**
   * @param wholes the case with its parts, a row each
   */
  private void checkWords(List<JsonNode> wholes, List<Problem> problems) {
    Set<String> used = new HashSet<>(Words.in(pattern));
    Set<String> captured = new HashSet<>(Set.of(Words.UNIQUE));
    wholes.forEach(whole -> used.addAll(Words.in(whole)));
    wholes.forEach(whole -> captured.addAll(captures(whole)));
    for (String word : words(0)) {
      String place = with(0).appendProperty(word).toString();
      if (!used.contains(word)) {
        problems.add(new Problem(file, place, "a word that the case uses", '"' + word + '"'));
      }
      if (captured.contains(word)) {
        String expected = "a word other than \"unique\" and the captures of the case";
        problems.add(new Problem(file, place, expected, '"' + word + '"'));
      }
    }
    String expected = "the words of the first row: " + String.join(", ", words(0));
    IntStream.range(1, rows.size())
        .filter(index -> !Set.copyOf(words(index)).equals(Set.copyOf(words(0))))
        .mapToObj(index -> new Problem(file, with(index).toString(), expected, shown(words(index))))
        .forEach(problems::add);
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

// Holds a response's body against what a contract expects of it.
package dev.loadline.contracts;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * @param expected the contract's {@code body}: an object with one key
 * @param pages the text of an expected page by its name
 */
record BodyExpectation(JsonNode expected, UnaryOperator<String> pages) {
  List<Finding> findings(Answer answer) {
    String kind = expected.propertyNames().iterator().next();
    JsonNode wanted = expected.get(kind);
    return switch (kind) {
      case "text" -> text(answer, wanted.asString());
      case "empty" -> unless(answer.body().length == 0, answer, "empty");
      case "pattern" -> pattern(answer, wanted.asString());
      case "json" -> json(answer, new JsonMatch(wanted, false));
      case "jsonIncludes" -> json(answer, new JsonMatch(wanted, true));
      case "page" -> page(answer, wanted.asString());
      case "items" -> items(answer, wanted);
      default -> throw new IllegalArgumentException("no such expectation: " + kind);
    };
  }

  private static List<Finding> text(Answer answer, String wanted) {
    return unless(answer.text().equals(wanted), answer, Shown.quoted(wanted));
  }

  private static List<Finding> pattern(Answer answer, String wanted) {
    boolean found = Pattern.compile(wanted).matcher(answer.text()).find();
    return unless(found, answer, "matching /" + wanted + "/");
  }

  private static List<Finding> json(Answer answer, JsonMatch match) {
    Optional<JsonNode> actual = answer.json();
    if (actual.isEmpty()) {
      String told = Shown.quoted(answer.body()) + ", not JSON";
      return List.of(new Finding("body", match.expected().toString(), told));
    }
    return match.differences(actual.get()).stream()
        .map(each -> new Finding(each.what(), each.expected(), each.actual()))
        .toList();
  }

  private static List<Finding> unless(boolean holds, Answer answer, String wanted) {
    return holds ? List.of() : List.of(new Finding("body", wanted, Shown.quoted(answer.body())));
  }

  private List<Finding> page(Answer answer, String name) {
    List<String> actual = Page.normalForm(answer.text());
    List<String> wanted = Page.normalForm(pages.apply(name));
    for (int line = 0; line < Math.max(actual.size(), wanted.size()); line++) {
      if (!at(actual, line).equals(at(wanted, line))) {
        String what = "line " + (line + 1) + " of the normal form of " + name;
        return List.of(new Finding(what, at(wanted, line).strip(), at(actual, line).strip()));
      }
    }
    return List.of();
  }

  private static String at(List<String> lines, int line) {
    return line < lines.size() ? lines.get(line) : "the end of the page";
  }

  private static List<Finding> items(Answer answer, JsonNode wanted) {
    long count = wanted.get("count").asLong();
    Items items = new Items(wanted.get("size").asInt());
    items.add(answer.body());
    if (items.difference().isPresent()) {
      return List.of(items.difference().get());
    }
    if (items.seen() == count && items.unfinishedBytes() == 0) {
      return List.of();
    }
    String actual = items.seen() + " lines and " + items.unfinishedBytes() + " bytes";
    return List.of(new Finding("body", count + " lines", actual));
  }
}

// Holds a response's body against what a contract expects of it.
package dev.loadline.contracts;

import java.util.ArrayList;
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
      case "json" -> json(answer, wanted);
      case "jsonIncludes" -> inclusions(answer, wanted);
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

  private static List<Finding> json(Answer answer, JsonNode wanted) {
    Optional<JsonNode> actual = Json.parsed(answer.body());
    boolean equal = actual.filter(json -> Json.equal(json, wanted)).isPresent();
    return unless(equal, answer, wanted.toString());
  }

  private static List<Finding> unless(boolean holds, Answer answer, String wanted) {
    return holds ? List.of() : List.of(new Finding("body", wanted, Shown.quoted(answer.body())));
  }

  private static List<Finding> inclusions(Answer answer, JsonNode wanted) {
    Optional<JsonNode> actual = Json.parsed(answer.body()).filter(JsonNode::isObject);
    if (actual.isEmpty()) {
      return List.of(new Finding("body", "a JSON object", Shown.quoted(answer.body())));
    }
    List<Finding> findings = new ArrayList<>();
    wanted
        .properties()
        .forEach(
            each -> {
              JsonNode value = actual.get().path(each.getKey());
              if (!Json.equal(value, each.getValue())) {
                String told = value.isMissingNode() ? "absent" : value.toString();
                String what = "body " + each.getKey();
                findings.add(new Finding(what, each.getValue().toString(), told));
              }
            });
    return findings;
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

// Holds JSON to what a contract expects of it, and tells all that differs by JSON pointer.
package dev.loadline.contracts;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

/**
 * @param expected JSON in which an object whose keys all begin with {@code $} is a matcher
 * @param includes whether objects may have more keys than are expected
 */
public record JsonMatch(JsonNode expected, boolean includes) {
  /**
   * @param pointer (RFC 6901) to what differs; empty for the whole of it
   */
  public record Difference(String pointer, String expected, String actual) {
    /** Such as {@code body /id}. */
    public String what() {
      return pointer.isEmpty() ? "body" : "body " + pointer;
    }
  }

  /** None when it holds. */
  public List<Difference> differences(JsonNode actual) {
    List<Difference> found = new ArrayList<>();
    compare(expected, actual, JsonPointer.empty(), found);
    return found;
  }

  private void compare(JsonNode wanted, JsonNode actual, JsonPointer at, List<Difference> found) {
    if (wanted.isObject() && actual.isObject() && !JsonMatcher.isOne(wanted)) {
      compareKeys(wanted, actual, at, found);
    } else if (wanted.isArray() && actual.isArray()) {
      compareElements(wanted, actual, at, found);
    } else if (!holds(wanted, actual)) {
      found.add(new Difference(at.toString(), told(wanted), told(actual)));
    }
  }

  private void compareElements(
      JsonNode wanted, JsonNode actual, JsonPointer at, List<Difference> found) {
    if (wanted.size() != actual.size()) {
      String expected =
          "an array of " + wanted.size() + (wanted.size() == 1 ? " element" : " elements");
      found.add(new Difference(at.toString(), expected, told(actual)));
      return;
    }
    for (int index = 0; index < wanted.size(); index++) {
      compare(wanted.get(index), actual.get(index), at.appendIndex(index), found);
    }
  }

  private void compareKeys(
      JsonNode wanted, JsonNode actual, JsonPointer at, List<Difference> found) {
    wanted
        .properties()
        .forEach(
            each -> {
              JsonPointer inner = at.appendProperty(each.getKey());
              compare(each.getValue(), actual.path(each.getKey()), inner, found);
            });
    actual.properties().stream()
        .filter(each -> !includes && !wanted.has(each.getKey()))
        .map(each -> tooMany(at.appendProperty(each.getKey()), each.getValue()))
        .forEach(found::add);
  }

  private static Difference tooMany(JsonPointer at, JsonNode actual) {
    return new Difference(at.toString(), "absent", told(actual));
  }

  private static boolean holds(JsonNode wanted, JsonNode actual) {
    return JsonMatcher.isOne(wanted)
        ? new JsonMatcher(wanted).holds(actual)
        : Json.equal(wanted, actual);
  }

  private static String told(JsonNode value) {
    if (value.isMissingNode()) {
      return "absent";
    }
    return JsonMatcher.isOne(value) ? new JsonMatcher(value).told() : value.toString();
  }
}

// Holds one header of each answer to what its contract expects.
package dev.loadline.drivers;

import dev.loadline.contracts.MediaType;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class HeaderCheck {
  private final String name;
  private final Template filled;
  private Wanted wanted;

  /** The value that was last found right: it comes again and again. */
  private String knownRight;

  /**
   * @param shown as it stands in an example
   * @param test of a value that is there
   */
  private record Wanted(String shown, boolean absent, Predicate<String> test) {}

  private HeaderCheck(String name, JsonNode expected) {
    this.name = name;
    this.filled = Template.ofTexts(expected);
    // Braces of words are no regular expression before they are filled in.
    this.wanted = filled.hasWords() ? null : wanted(expected);
  }

  /**
   * @param response {@code response} of a contract
   */
  static List<HeaderCheck> of(JsonNode response) {
    Stream<HeaderCheck> headers =
        response.path("headers").properties().stream()
            .map(each -> new HeaderCheck(each.getKey(), each.getValue()));
    Stream<HeaderCheck> type =
        response.optional("contentType").stream()
            .map(media -> JsonMapper.shared().createObjectNode().set("mediaType", media))
            .map(expected -> new HeaderCheck("content-type", expected));
    return Stream.concat(headers, type).toList();
  }

  String name() {
    return name;
  }

  String shown() {
    return wanted.shown();
  }

  boolean hasWords() {
    return filled.hasWords();
  }

  /** Only where the expectation has words. */
  void begin(Map<String, JsonNode> words) {
    wanted = wanted(JsonMapper.shared().readTree(filled.filled(words)));
    knownRight = null;
  }

  boolean holds(Optional<String> value) {
    if (value.isEmpty() || wanted.absent()) {
      return value.isEmpty() && wanted.absent();
    }
    if (value.get().equals(knownRight)) {
      return true;
    }
    boolean right = wanted.test().test(value.get());
    knownRight = right ? value.get() : knownRight;
    return right;
  }

  private static Wanted wanted(JsonNode expected) {
    if (expected.isString()) {
      return new Wanted(expected.toString(), false, expected.asString()::equals);
    }
    if (expected.has("absent")) {
      return new Wanted("absent true", true, value -> false);
    }
    if (expected.has("pattern")) {
      Pattern pattern = Pattern.compile(expected.get("pattern").asString());
      return new Wanted("pattern " + pattern, false, pattern.asPredicate());
    }
    if (expected.has("list")) {
      List<String> list = expected.get("list").valueStream().map(JsonNode::asString).toList();
      String items = items(list.stream());
      return new Wanted(
          "list " + String.join(",", list),
          false,
          value -> items(Arrays.stream(value.split(","))).equals(items));
    }
    String media = expected.get("mediaType").asString();
    MediaType normal = MediaType.of(media);
    return new Wanted(media, false, value -> MediaType.of(value).equals(normal));
  }

  private static String items(Stream<String> items) {
    return items
        .map(item -> item.strip().toLowerCase(Locale.ROOT))
        .sorted()
        .collect(Collectors.joining(","));
  }
}

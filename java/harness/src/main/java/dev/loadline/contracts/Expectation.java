// Holds a response against what a contract expects, and tells all that differs.
package dev.loadline.contracts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * @param expected the contract's {@code response}, words replaced
 * @param pages the text of an expected page by its name
 */
record Expectation(JsonNode expected, UnaryOperator<String> pages) {

  /** None when it holds. */
  List<Finding> findings(Answer answer) {
    List<Finding> findings = new ArrayList<>();
    status(answer).ifPresent(findings::add);
    contentType(answer).ifPresent(findings::add);
    expected
        .path("headers")
        .properties()
        .forEach(wanted -> header(answer, wanted.getKey(), wanted.getValue(), findings));
    banners(answer).forEach(findings::add);
    if (expected.has("body")) {
      findings.addAll(new BodyExpectation(expected.get("body"), pages).findings(answer));
    }
    if (expected.has("problem")) {
      findings.addAll(ProblemExpectation.findings(answer, expected.get("status").asInt()));
    }
    exclusions(answer).forEach(findings::add);
    return findings;
  }

  private Optional<Finding> status(Answer answer) {
    int wanted = expected.get("status").asInt();
    if (answer.status() == wanted) {
      return Optional.empty();
    }
    String body = answer.body().length == 0 ? "" : " with body " + Shown.quoted(answer.body());
    return Optional.of(new Finding("status", Integer.toString(wanted), answer.status() + body));
  }

  private Optional<Finding> contentType(Answer answer) {
    if (!expected.has("contentType")) {
      return Optional.empty();
    }
    String wanted = expected.get("contentType").asString();
    String actual = answer.header("content-type").orElse("absent");
    return MediaType.of(actual).equals(MediaType.of(wanted))
        ? Optional.empty()
        : Optional.of(new Finding("header content-type", wanted, actual));
  }

  private static void header(Answer answer, String name, JsonNode wanted, List<Finding> findings) {
    Optional<String> actual = answer.header(name);
    if (!holds(actual, wanted)) {
      String told = actual.map(Shown::quoted).orElse("absent");
      findings.add(new Finding("header " + name, text(wanted), told));
    }
  }

  private static boolean holds(Optional<String> actual, JsonNode wanted) {
    if (wanted.isString()) {
      return actual.filter(wanted.asString()::equals).isPresent();
    }
    if (wanted.has("absent")) {
      return actual.isEmpty();
    }
    if (wanted.has("pattern")) {
      Pattern pattern = Pattern.compile(wanted.get("pattern").asString());
      return actual.filter(value -> pattern.matcher(value).find()).isPresent();
    }
    return actual
        .filter(value -> set(Arrays.stream(value.split(","))).equals(set(listed(wanted))))
        .isPresent();
  }

  private static Stream<String> listed(JsonNode wanted) {
    return StreamSupport.stream(wanted.get("list").spliterator(), false).map(JsonNode::asString);
  }

  private static Set<String> set(Stream<String> items) {
    return items
        .map(item -> item.strip().toLowerCase(Locale.ROOT))
        .filter(item -> !item.isEmpty())
        .collect(Collectors.toSet());
  }

  private static String text(JsonNode wanted) {
    if (wanted.isString()) {
      return Shown.quoted(wanted.asString());
    }
    if (wanted.has("absent")) {
      return "absent";
    }
    return wanted.has("pattern")
        ? "matching /" + wanted.get("pattern").asString() + "/"
        : "the list " + listed(wanted).collect(Collectors.joining(", "));
  }

  private static Stream<Finding> banners(Answer answer) {
    return Stream.of("x-powered-by", "server")
        .filter(name -> answer.header(name).filter(value -> !value.isEmpty()).isPresent())
        .map(
            name ->
                new Finding(
                    "header " + name,
                    "absent, as no server tells what it is made of",
                    Shown.quoted(answer.headers().get(name))));
  }

  private Stream<Finding> exclusions(Answer answer) {
    return StreamSupport.stream(expected.path("bodyExcludes").spliterator(), false)
        .map(JsonNode::asString)
        .filter(text -> answer.text().contains(text))
        .map(
            text ->
                new Finding("body", "without " + Shown.quoted(text), Shown.quoted(answer.body())));
  }
}

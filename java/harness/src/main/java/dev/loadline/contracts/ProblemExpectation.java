// Holds an error's body against RFC 9457.
package dev.loadline.contracts;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

final class ProblemExpectation {
  private static final String MEDIA_TYPE = "application/problem+json";

  private ProblemExpectation() {}

  static List<Finding> findings(Answer answer, int expectedStatus) {
    Optional<JsonNode> problem = answer.json().filter(JsonNode::isObject);
    if (problem.isEmpty()) {
      String expected = "a problem as JSON (RFC 9457)";
      return List.of(new Finding("body", expected, Shown.quoted(answer.body())));
    }
    List<Finding> findings = new ArrayList<>();
    String mediaType = answer.header("content-type").orElse("absent").split(";")[0].strip();
    if (!mediaType.toLowerCase(Locale.ROOT).equals(MEDIA_TYPE)) {
      findings.add(new Finding("header content-type", MEDIA_TYPE, mediaType));
    }
    JsonNode found = problem.get();
    text(found, "type", true).ifPresent(findings::add);
    text(found, "title", false).ifPresent(findings::add);
    text(found, "detail", false).ifPresent(findings::add);
    JsonNode status = found.path("status");
    if (!status.isInt() || status.asInt() != expectedStatus) {
      String expected = Integer.toString(expectedStatus);
      findings.add(new Finding("problem status", expected, told(status)));
    }
    return findings;
  }

  private static Optional<Finding> text(JsonNode problem, String name, boolean mayBeEmpty) {
    JsonNode value = problem.path(name);
    boolean holds = value.isString() && (mayBeEmpty || !value.asString().isEmpty());
    return holds
        ? Optional.empty()
        : Optional.of(new Finding("problem " + name, "a text", told(value)));
  }

  private static String told(JsonNode value) {
    return value.isMissingNode() ? "absent" : value.toString();
  }
}

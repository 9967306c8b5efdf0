// Finds in an answer a word that what comes later uses: in a header, in the body's text, or by JSON
// pointer.
package dev.loadline.contracts;

import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * @param name of the word
 * @param from as in a contract: {@code header:location}, {@code body}, {@code body:/id}
 * @param pattern its first group is what is captured; all of it without a pattern
 */
public record Capture(String name, String from, Optional<Pattern> pattern) {
  private static final String HEADER = "header:";
  private static final String JSON = "body:";

  /** What captures look at. */
  public interface Source {
    Optional<String> header(String name);

    /** The body. */
    String text();

    /** The body; empty when it is no JSON. */
    Optional<JsonNode> json();
  }

  /** That nothing is there to be captured. */
  public record Missing(String what, String expected, String actual) {
    /** Such as {@code body /id: expected a value, to capture id, got absent}. */
    public String line() {
      return what + ": expected " + expected + ", got " + actual;
    }
  }

  /**
   * @param where as it stands in a contract
   */
  public static Capture of(String name, JsonNode where) {
    return new Capture(
        name,
        where.get("from").asString(),
        where.optional("pattern").map(JsonNode::asString).map(Pattern::compile));
  }

  /** Does it look at a header, and not at the body? */
  public boolean isOfHeader() {
    return from.startsWith(HEADER);
  }

  /**
   * @param words is given the word and its value
   * @return what is wrong, if nothing could be captured
   */
  public Optional<Missing> take(Source answer, BiConsumer<String, JsonNode> words) {
    if (from.startsWith(JSON) && answer.json().isEmpty()) {
      String actual = Shown.quoted(answer.text());
      return Optional.of(new Missing("body", "a JSON body" + purpose(), actual));
    }
    Optional<JsonNode> value = value(answer);
    Optional<JsonNode> captured = pattern.isEmpty() ? value : firstGroup(value);
    captured.ifPresent(found -> words.accept(name, found));
    return captured.isPresent() ? Optional.empty() : Optional.of(missing(value));
  }

  private Optional<JsonNode> value(Source answer) {
    if (from.startsWith(JSON)) {
      JsonPointer pointer = JsonPointer.compile(from.substring(JSON.length()));
      return answer.json().map(body -> body.at(pointer)).filter(found -> !found.isMissingNode());
    }
    return isOfHeader()
        ? answer.header(from.substring(HEADER.length())).map(JsonNodeFactory.instance::stringNode)
        : Optional.of(JsonNodeFactory.instance.stringNode(answer.text()));
  }

  private Optional<JsonNode> firstGroup(Optional<JsonNode> value) {
    Matcher found = pattern.orElseThrow().matcher(value.map(Words::text).orElse(""));
    return found.find() && found.groupCount() > 0
        ? Optional.ofNullable(found.group(1)).map(JsonNodeFactory.instance::stringNode)
        : Optional.empty();
  }

  private Missing missing(Optional<JsonNode> value) {
    String what = from.startsWith(JSON) ? from.replaceFirst(":", " ").strip() : from;
    String expected = pattern.map(each -> "matching /" + each + "/").orElse("a value");
    return new Missing(what, expected + purpose(), value.map(JsonNode::toString).orElse("absent"));
  }

  private String purpose() {
    return ", to capture " + name;
  }
}

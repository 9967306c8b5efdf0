// Tests the strict reading of JSON bodies.
package dev.loadline.workloads;

import static dev.loadline.workloads.QueryTest.statusOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonBodyTest {
  static Stream<Arguments> texts() {
    return Stream.of(
        arguments("{\"name\":\"duck\"}", "duck"),
        arguments(" \t\r\n{ \"name\" : \"duck\" }\n", "duck"),
        arguments("{\"name\":\" a \"}", " a "),
        arguments("{\"name\":\"\\u0041\\n\\\"\\u0000\"}", "A\n\"\0"),
        arguments("{\"name\":\"\\ud83d\\ude00\"}", "😀"),
        arguments("{\"n\\u0061me\":\"duck\"}", "duck"),
        arguments("{\"name\":7,\"name\":\"duck\"}", "duck"),
        arguments("{\"x\":1e999,\"y\":-0.5,\"z\":null,\"name\":\"duck\"}", "duck"),
        arguments("{\"name\":\"duck\",\"more\":{\"name\":[\"x\",{\"name\":1}]}}", "duck"));
  }

  @ParameterizedTest(name = "{0} holds {1}")
  @MethodSource("texts")
  void readsTheText(String json, String text) {
    assertThat(Records.name(utf8(json))).isEqualTo(text);
  }

  @ParameterizedTest(name = "{0} is refused")
  @ValueSource(
      strings = {
        "",
        " ",
        "null",
        "\"name\"",
        "7",
        "[\"name\"]",
        "[{\"name\":\"duck\"}]",
        "{}",
        "{\"Name\":\"duck\"}",
        "{\"name\":null}",
        "{\"name\":7}",
        "{\"name\":true}",
        "{\"name\":[\"duck\"]}",
        "{\"name\":{\"$gt\":\"\"}}",
        "{\"more\":{\"name\":\"duck\"}}",
        "{\"name\":\"duck\",\"name\":7}",
        "{\"name\":\"\"}",
        "{\"name\":\" \\t\\n\\u00a0\\ufeff\"}",
        "{\"name\":\"\\ud83d\"}",
        "{\"name\":\"\\ude00\\ud83d\"}",
        "{\"name\":\"duck\"",
        "{\"name\":\"duck",
        "{\"name\":\"duck\",}",
        "{\"name\":\"duck\"} x",
        "{\"name\":\"duck\"}{}",
        "{\"name\":\"duck\"},",
        "{'name':'duck'}",
        "{name:\"duck\"}",
        "{\"name\":\"du\nck\"}",
        "{\"name\":\"\\x41\"}",
        "{\"x\":01,\"name\":\"duck\"}",
        "{\"x\":NaN,\"name\":\"duck\"}",
        "{\"x\":+1,\"name\":\"duck\"}",
        "// {}\n{\"name\":\"duck\"}",
        "\ufeff{\"name\":\"duck\"}",
      })
  void refuses(String json) {
    assertThat(statusOf(() -> Records.name(utf8(json)))).isEqualTo(400);
  }

  @Test
  void refusesWhatIsNotUtf8() {
    byte[] latin1 = "{\"name\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(statusOf(() -> Records.name(latin1))).isEqualTo(400);
    byte[] utf16 = "{\"name\":\"duck\"}".getBytes(StandardCharsets.UTF_16LE);
    assertThat(statusOf(() -> Records.name(utf16))).isEqualTo(400);
  }

  @Test
  void countsInCodePoints() {
    String longest = "😀".repeat(Limits.TEXT_CODE_POINTS);
    assertThat(Messages.content(utf8("{\"content\":\"" + longest + "\"}"))).isEqualTo(longest);
    byte[] longer = utf8("{\"content\":\"a" + longest + "\"}");
    assertThat(statusOf(() -> Messages.content(longer))).isEqualTo(400);
  }

  @Test
  void passesOverWhateverFitsTheBody() {
    int depth = 30_000;
    String nested = "[".repeat(depth) + "]".repeat(depth);
    assertThat(Records.name(utf8("{\"x\":" + nested + ",\"name\":\"duck\"}"))).isEqualTo("duck");
    String digits = "1".repeat(60_000);
    assertThat(Records.name(utf8("{\"x\":" + digits + ",\"name\":\"duck\"}"))).isEqualTo("duck");
    assertThat(Records.name(utf8("{\"" + digits + "\":1,\"name\":\"duck\"}"))).isEqualTo("duck");
  }

  @ParameterizedTest(name = "{0} is JSON")
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON; Charset=UTF-8",
        "application/json ;charset=utf-8",
      })
  void takesJson(String contentType) {
    JsonBody.expect(contentType);
  }

  @ParameterizedTest(name = "{0} is no JSON")
  @NullSource
  @ValueSource(
      strings = {"", "text/plain", "application/vnd.api+json", "application/jsonx", "json"})
  void refusesOtherTypes(String contentType) {
    assertThat(statusOf(() -> JsonBody.expect(contentType))).isEqualTo(415);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}

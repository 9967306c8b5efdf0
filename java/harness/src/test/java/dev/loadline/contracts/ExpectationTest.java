// Each kind of expectation, held against answers that satisfy it and answers that do not.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ExpectationTest {
  @ParameterizedTest(name = "{0} holds for {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'status': 200}                                        | duck            | true
          {'status': 201}                                        | duck            | false
          {'status': 200, 'contentType': 'text/PLAIN;charset=UTF-8'} | duck        | true
          {'status': 200, 'contentType': 'text/html'}            | duck            | false
          {'status': 200, 'headers': {'allow': {'list': ['head', 'GET']}}} | duck  | true
          {'status': 200, 'headers': {'allow': {'list': ['GET']}}} | duck          | false
          {'status': 200, 'headers': {'allow': 'GET, HEAD'}}     | duck            | true
          {'status': 200, 'headers': {'allow': 'get, head'}}     | duck            | false
          {'status': 200, 'headers': {'allow': {'pattern': '^G'}}} | duck          | true
          {'status': 200, 'headers': {'allow': {'absent': true}}} | duck           | false
          {'status': 200, 'headers': {'etag': {'absent': true}}} | duck            | true
          {'status': 200, 'body': {'text': 'duck'}}              | duck            | true
          {'status': 200, 'body': {'text': 'duc'}}               | duck            | false
          {'status': 200, 'body': {'empty': true}}               | duck            | false
          {'status': 200, 'body': {'pattern': 'uc'}}             | duck            | true
          {'status': 200, 'body': {'pattern': '^uc'}}            | duck            | false
          {'status': 200, 'body': {'json': {'a': 1, 'b': [2]}}}  | {"b":[2.0],"a":1} | true
          {'status': 200, 'body': {'json': {'a': 1}}}            | {"a":1,"b":2}   | false
          {'status': 200, 'body': {'json': {'a': 1}}}            | duck            | false
          {'status': 200, 'body': {'jsonIncludes': {'a': 1}}}    | {"a":1,"b":2}   | true
          {'status': 200, 'body': {'jsonIncludes': {'c': 1}}}    | {"a":1,"b":2}   | false
          {'status': 200, 'body': {'jsonIncludes': {'a': {'b': 1}}}} | {"a":{"b":1,"c":2}} | true
          {'status': 200, 'body': {'json': {'a': {'b': 1}}}}     | {"a":{"b":1,"c":2}} | false
          {'status': 200, 'body': {'jsonIncludes': {'a': []}}}   | {"a":[]}        | true
          {'status': 200, 'body': {'json': {}}}                  | {"a":1}         | false
          {'status': 200, 'body': {'jsonIncludes': {}}}          | [1]             | false
          {'status': 200, 'body': {'page': 'pages/one.html'}}    | `<P CLASS='b  a'> x\t</P>` | true
          {'status': 200, 'body': {'page': 'pages/one.html'}}    | <p class=a>x</p> | false
          {'status': 200, 'bodyExcludes': ['goose']}             | duck            | true
          {'status': 200, 'bodyExcludes': ['goose', 'uc']}       | duck            | false
          {'status': 200, 'problem': true}                       | {"type":"","title":"a","detail":"b","status":200} | false
          """)
  void holdsOrNot(String expected, String body, boolean holds) {
    List<Finding> findings = findings(expected, answer(body, Map.of()));
    assertThat(findings.isEmpty()).as(findings.toString()).isEqualTo(holds);
  }

  @ParameterizedTest(name = "{0} for {1}: {2}")
  @CsvSource({
    "application/json, application/json; charset=utf-8, true",
    "application/json; charset=utf-8, application/json, true",
    "application/json, application/json;charset=\"UTF-8\", true",
    "application/json, application/json; charset=latin1, false",
    "application/json, application/problem+json, false",
    "text/plain, text/plain; charset=utf-8, false"
  })
  void aCharsetHasNoMeaningForJson(String expected, String actual, boolean holds) {
    String wanted = "{'status': 200, 'contentType': '%s'}".formatted(expected);
    Answer answer = answer("x", Map.of("content-type", actual));
    assertThat(findings(wanted, answer).isEmpty()).isEqualTo(holds);
  }

  @Test
  void tellsAllThatDiffersInJsonByPointer() {
    String expected =
        """
        {'status': 200, 'body': {'json': {
          'id': {'$type': 'integer', '$minimum': 1}, 'name': 'a', 'list': [1], 'gone': true}}}""";
    String body = "{\"id\":\"7\",\"name\":\"b\",\"list\":[],\"more\":{}}";
    assertThat(findings(expected, answer(body, Map.of())))
        .containsExactly(
            new Finding("body /id", "an integer of at least 1", "\"7\""),
            new Finding("body /name", "\"a\"", "\"b\""),
            new Finding("body /list", "an array of 1 element", "[]"),
            new Finding("body /gone", "true", "absent"),
            new Finding("body /more", "absent", "{}"));
    assertThat(findings(expected.replace("json", "jsonIncludes"), answer("duck", Map.of())))
        .singleElement()
        .matches(
            found -> found.what().equals("body") && found.actual().equals("\"duck\", not JSON"));
  }

  @Test
  void tellsAllThatIsWrongWithOneAnswer() {
    Map<String, String> banners = Map.of("server", "Jetty", "x-powered-by", "Express");
    String expected =
        "{'status': 404, 'contentType': 'text/html', 'body': {'text': 'x'}, 'bodyExcludes': ['k']}";
    assertThat(findings(expected, answer("duck", banners)))
        .extracting(Finding::what)
        .containsExactlyInAnyOrder(
            "status",
            "header content-type",
            "header x-powered-by",
            "header server",
            "body",
            "body");
  }

  @Test
  void aProblemHasTypeTitleDetailAndTheStatusOfItsResponse() {
    String body = "{\"type\":1,\"title\":\"\",\"status\":400}";
    Map<String, String> type = Map.of("content-type", "application/problem+json;charset=utf-8");
    assertThat(findings("{'status': 200, 'problem': true}", answer(body, type)))
        .extracting(finding -> finding.what() + " " + finding.actual())
        .containsExactly(
            "problem type 1", "problem title \"\"", "problem detail absent", "problem status 400");
  }

  @Test
  void itemsAreCountedAndLookedAtOneByOne() {
    String wanted = "{'status': 200, 'body': {'items': {'count': 2, 'size': 16}}}";
    String first = "{\"seq\":0,\"p\":12}\n".replace(",\"p\":12", "      ");
    assertThat(findings(wanted, answer(first + first.replace('0', '1'), Map.of()))).isEmpty();
    assertThat(findings(wanted, answer(first, Map.of())))
        .containsExactly(new Finding("body", "2 lines", "1 lines and 0 bytes"));
    assertThat(findings(wanted, answer(first + first, Map.of())))
        .containsExactly(
            new Finding("body line 1", "a line that starts with {\"seq\":1", Shown.quoted(first)));
  }

  private static List<Finding> findings(String expected, Answer answer) {
    return new Expectation(
            JsonMapper.shared().readTree(expected.replace('\'', '"')),
            name -> "<!-- the page --><p class='a b'>x</p>")
        .findings(answer);
  }

  private static Answer answer(String body, Map<String, String> more) {
    Map<String, String> headers = new java.util.TreeMap<>();
    headers.put("content-type", "text/plain; charset=\"utf-8\"");
    headers.put("allow", "GET, HEAD");
    headers.putAll(more);
    return new Answer(200, headers, body.getBytes(StandardCharsets.UTF_8));
  }
}

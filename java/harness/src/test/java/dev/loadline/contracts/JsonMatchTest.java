// Matchers, held against values that satisfy them and values that do not, and how both are told.
package dev.loadline.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JsonMatchTest {
  @ParameterizedTest(name = "{0} holds for {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'$type': 'string'}                     | ''
          {'$type': 'number'}                     | 7.5
          {'$type': 'integer'}                    | 7
          {'$type': 'integer'}                    | 7.0
          {'$type': 'integer'}                    | 7e3
          {'$type': 'boolean'}                    | false
          {'$type': 'object'}                     | {}
          {'$type': 'array'}                      | []
          {'$type': 'null'}                       | null
          {'$pattern': '^a.$'}                    | 'ab'
          {'$pattern': 'b'}                       | 'abc'
          {'$minimum': 1}                         | 1.0
          {'$type': 'integer', '$minimum': 1}     | 12345678901234567890
          {'$type': 'string', '$pattern': '^$'}   | ''
          7                                       | 7.0
          {}                                      | {}
          [{'$type': 'string'}, {'a': 1}]         | ['a', {'a': 1}]
          """)
  void holds(String expected, String actual) {
    assertThat(differences(expected, actual)).isEmpty();
  }

  @ParameterizedTest(name = "{0} differs from {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'$type': 'string'}                  | 7        | body: expected a string, got 7
          {'$type': 'number'}                  | '7'      | body: expected a number, got '7'
          {'$type': 'integer'}                 | 7.5      | body: expected an integer, got 7.5
          {'$type': 'boolean'}                 | 0        | body: expected a boolean, got 0
          {'$type': 'object'}                  | []       | body: expected an object, got []
          {'$type': 'array'}                   | {}       | body: expected an array, got {}
          {'$type': 'null'}                    | 0        | body: expected null, got 0
          {'$pattern': '^b'}                   | 'ab'     | body: expected a string matching /^b/, got 'ab'
          {'$pattern': '7'}                    | 7        | body: expected a string matching /7/, got 7
          {'$minimum': 1}                      | 0.5      | body: expected a number of at least 1, got 0.5
          {'$minimum': 1}                      | '2'      | body: expected a number of at least 1, got '2'
          {'$minimum': 1, '$pattern': '^a'}    | 2        | body: expected a number of at least 1 matching /^a/, got 2
          {'$type': 'integer', '$minimum': 1}  | 0        | body: expected an integer of at least 1, got 0
          {'a/b': {'~': {'$type': 'string'}}}  | {'a/b': {}} | body /a~1b/~0: expected a string, got absent
          {'$type': 'string', 'a': 1}          | {'a': 1} | body /$type: expected 'string', got absent
          {}                                   | []       | body: expected {}, got []
          {'a': {'$type': 'string'}}           | 'a'      | body: expected {'a':{'$type':'string'}}, got 'a'
          [1, 2]                               | [1]      | body: expected an array of 2 elements, got [1]
          [1, {'$type': 'string'}]             | [2, 3]   | body /0: expected 1, got 2; body /1: expected a string, got 3
          """)
  void differs(String expected, String actual, String told) {
    assertThat(
            differences(expected, actual).stream()
                .map(
                    each ->
                        each.what() + ": expected " + each.expected() + ", got " + each.actual())
                .collect(Collectors.joining("; ")))
        .isEqualTo(told.replace('\'', '"'));
  }

  @Test
  void inclusionAllowsMoreKeysAtAnyDepthAndNoMoreElements() {
    JsonMatch match = new JsonMatch(json("{'list': [{'a': 1}]}"), true);
    assertThat(match.differences(json("{'list': [{'a': 1, 'b': 2}], 'c': 3}"))).isEmpty();
    assertThat(match.differences(json("{'list': [{'a': 1}, {'a': 1}]}"))).hasSize(1);
  }

  private static List<JsonMatch.Difference> differences(String expected, String actual) {
    return new JsonMatch(json(expected), false).differences(json(actual));
  }

  private static JsonNode json(String text) {
    return JsonMapper.shared().readTree(text.replace('\'', '"'));
  }
}

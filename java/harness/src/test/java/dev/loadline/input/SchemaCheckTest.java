// What a schema does not allow is told in words that a person can act on.
package dev.loadline.input;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SchemaCheckTest {
  private static final SchemaCheck CHECK =
      SchemaCheck.of(
          json(
              "{'type': 'object', 'properties': {'inner': {'$ref': '#/$defs/inner'}}, '$defs':"
                  + " {'inner': {'additionalProperties': false, 'properties': {'one': {'type':"
                  + " ['number', 'null']}, 'two': {'maximum': 3}}}}}"));

  @Test
  void tellsTheTypesThatWillDo() {
    assertThat(CHECK.problems(JsonMapper.shared().readTree(json("{'inner': {'one': 'x'}}")), "f"))
        .containsExactly(new Problem("f", "/inner/one", "number,null", "\"x\""));
  }

  @Test
  void tellsTheKnownKeysOfASchemaThatIsReferredTo() {
    assertThat(CHECK.problems(JsonMapper.shared().readTree(json("{'inner': {'on': 1}}")), "f"))
        .containsExactly(new Problem("f", "/inner/on", "no such key; known: one, two", "1"));
  }

  @Test
  void tellsWhatIsWrongWithTextsAndKeysAsTheOtherSideDoes() {
    SchemaCheck check =
        SchemaCheck.of(
            json(
                "{'minProperties': 3, 'propertyNames': {'pattern': '^[a-z]$'}, 'properties':"
                    + " {'a': {'pattern': '^\\\\w$'}, 'b': {'minLength': 2}, 'c': {'minItems': 1}}}"));
    assertThat(check.problems(JsonMapper.shared().readTree(json("{'a': '', 'b': 'x'}")), "f"))
        .containsExactlyInAnyOrder(
            new Problem("f", "", "must NOT have fewer than 3 properties", json("{'a':'','b':'x'}")),
            new Problem("f", "/a", "must match pattern \"^\\w$\"", "\"\""),
            new Problem("f", "/b", "must NOT have fewer than 2 characters", "\"x\""));
    assertThat(check.problems(JsonMapper.shared().readTree(json("{'c': [], 'd': 1, 'E': 2}")), "f"))
        .containsExactlyInAnyOrder(
            new Problem("f", "/c", "must NOT have fewer than 1 items", "[]"),
            new Problem("f", "", "other key names", "\"E\""));
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}

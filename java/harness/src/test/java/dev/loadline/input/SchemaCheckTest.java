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

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}

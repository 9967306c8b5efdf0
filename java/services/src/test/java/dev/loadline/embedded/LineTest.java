// The line is JSON whatever stands in it.
package dev.loadline.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class LineTest {
  @Test
  void escapesWhatJsonDoesNotTake() {
    String error = "a \"duck\"\non the \\ pond: \u00fc \ud83e\udd86";
    String line = Line.of(Map.of("redis", Outcome.failed(error)));
    assertThat(line).doesNotContain("\n");
    assertThat(JsonMapper.shared().readTree(line).at("/redis/error").asString()).isEqualTo(error);
  }
}

// Tests problems and routes.
package dev.loadline.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProblemTest {
  @Test
  void isJsonWhateverTheDetail() {
    String json = new String(Problem.notFound("/\"\\\n\ud800").json(), StandardCharsets.UTF_8);
    assertThat(json)
        .isEqualTo(
            "{\"type\":\"about:blank\",\"title\":\"Not Found\",\"status\":404,"
                + "\"detail\":\"There is nothing under /\\\"\\\\\\u000a\\ud800.\"}");
  }

  @Test
  void namesTheHeadersThatItNeeds() {
    assertThat(Problem.methodNotAllowed("PUT").headers()).containsEntry("Allow", "PUT");
    assertThat(Problem.upgradeRequired().headers()).containsEntry("Upgrade", "websocket");
    assertThat(Problem.conflict("x").headers()).isEmpty();
  }

  @Test
  void everyPathTellsItsMethods() {
    assertThat(Routes.allowed("/hello")).isEqualTo("GET, HEAD");
    assertThat(Routes.allowed("/todos/1")).isEqualTo("DELETE, GET, HEAD, PUT");
    assertThat(Routes.allowed("/cache/a")).isEqualTo("GET, HEAD, PUT");
    assertThat(Routes.allowed("/records")).isEqualTo("POST");
    assertThat(Routes.allowed("/records/1")).isEqualTo("GET, HEAD");
    assertThat(Routes.allowed("/messages")).isEqualTo("POST");
    assertThat(Routes.allowed("/messages/a")).isEqualTo("GET, HEAD");
    assertThat(Routes.allowed("/cache/")).isNull();
    assertThat(Routes.allowed("/stream/a/signals")).isEqualTo("GET, HEAD");
    assertThat(Routes.allowed("/todos/")).isNull();
    assertThat(Routes.allowed("/todos/1/2")).isNull();
    assertThat(Routes.allowed("/stream/signals")).isNull();
    assertThat(Routes.allowed("/Hello")).isNull();
  }
}

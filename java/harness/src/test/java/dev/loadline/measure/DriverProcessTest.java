// The driver's process: specifications go in as lines, samples come out, and its end is told.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.instruments.Cores;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class DriverProcessTest {
  private static final Cores UNPINNED = new Cores(List.of(), List.of(), Optional.of("a test"));
  private static final Order ORDER = Order.openLoop(0.5, 100);
  private static final String URL = "http://127.0.0.1:1";
  private static final JsonNode LOAD = JsonNodeFactory.instance.objectNode().put("connections", 2);

  @Test
  void doesSliceAfterSlice() throws Exception {
    try (DriverProcess driver =
        running("n=0; while read -r line; do n=$((n+1)); echo '{\"valid\":'$n'}'; done")) {
      assertThat(driver.run(ORDER, URL, LOAD).valid()).isEqualTo(1);
      assertThat(driver.run(ORDER, URL, LOAD).valid()).isEqualTo(2);
    }
  }

  @Test
  void isToldTheOrderAsOneLineOfJson() throws Exception {
    try (DriverProcess driver = running("read -r line; echo \"$line\"; cat")) {
      assertThat(driver.run(ORDER, URL, LOAD).json().toString())
          .isEqualTo(
              "{\"url\":\"http://127.0.0.1:1\",\"seconds\":0.5,\"rampSeconds\":0.05,\"ownsCore\":false,\"ratePerSecond\":100.0,\"load\":{\"connections\":2}}");
    }
  }

  @Test
  void tellsTheLastWordsOfADriverThatEndsToWhoeverAsks() throws Exception {
    try (DriverProcess driver = running("read -r line; echo 'driver: no luck' >&2; exit 2")) {
      assertThatThrownBy(() -> driver.run(ORDER, URL, LOAD)).hasMessage("driver: no luck");
      assertThatThrownBy(() -> driver.run(ORDER, URL, LOAD)).hasMessage("driver: no luck");
    }
  }

  @Test
  void endsWithTheRun() throws Exception {
    DriverProcess driver = running("cat");
    ProcessHandle process = ProcessHandle.of(driver.pid()).orElseThrow();
    driver.close();
    process.onExit().get();
    assertThat(process.isAlive()).isFalse();
  }

  private static DriverProcess running(String script) {
    return DriverProcess.start(List.of("sh", "-c", script), UNPINNED);
  }
}

// The suite is tested by being deceived: servers that are broken in one way each must be caught.
package dev.loadline.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.broken.faults.ExitsAtStart;
import dev.loadline.broken.faults.NeverReady;
import dev.loadline.contracts.Case;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import dev.loadline.stacks.Servers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenServersTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.loadline.broken.Deception#all")
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("A broken server is caught, with a message that names the case")
  void isCaught(Deception deception) throws NotStarted, InterruptedException {
    try (Server server = Servers.start(TestServers.variant(deception.server()))) {
      assertThatThrownBy(() -> caseOf(deception.caseId()).run(server))
          .isInstanceOf(CaseFailed.class)
          .message()
          .contains("case      " + deception.caseId())
          .containsPattern("\n  expected  .*" + quoted(deception.expected()))
          .containsPattern("\n  actual    .*" + quoted(deception.actual()));
    }
  }

  @Test
  @DisplayName("a server that never gets ready is caught at its start")
  void neverReady() {
    assertThatThrownBy(
            () -> Servers.start(TestServers.variant(NeverReady.class), Duration.ofSeconds(2)))
        .isInstanceOf(NotStarted.class)
        .hasMessageContaining("java/never-ready was not ready within 2000 ms")
        .hasMessageContaining("expected  GET /health answers 200 {\"status\":\"up\"}")
        .hasMessageContaining("actual    ");
  }

  @Test
  @DisplayName("a server that exits at start is caught, with its last words")
  void exitsAtStart() {
    assertThatThrownBy(() -> Servers.start(TestServers.variant(ExitsAtStart.class)))
        .isInstanceOf(NotStarted.class)
        .hasMessageContaining("java/exits-at-start ended before it was ready")
        .hasMessageContaining("expected  a running server")
        .hasMessageContaining("actual    exit code 3")
        .hasMessageContaining("the settings are wrong");
  }

  @Test
  @DisplayName("every fault that there is is tried")
  void everyFaultIsTried() throws Exception {
    try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/loadline/broken/faults"))) {
      Stream<String> tried = Deception.all().map(deception -> deception.server().getSimpleName());
      Stream<String> atStart =
          Stream.of(NeverReady.class, ExitsAtStart.class).map(Class::getSimpleName);
      assertThat(files.map(file -> file.getFileName().toString().replace(".java", "")))
          .containsExactlyInAnyOrderElementsOf(Stream.concat(tried, atStart).toList());
    }
  }

  private static String quoted(String text) {
    return Pattern.quote(text);
  }

  private static Case caseOf(String id) {
    return TestServers.CONTRACTS.contracts().stream()
        .flatMap(contract -> contract.cases().stream())
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow();
  }
}

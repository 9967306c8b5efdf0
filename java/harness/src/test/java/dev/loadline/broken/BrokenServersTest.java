// The suite is tested by being deceived: servers that are broken in one way each must be caught.
package dev.loadline.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.broken.faults.ExitsAtStart;
import dev.loadline.broken.faults.NeverReady;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.contracts.Case;
import dev.loadline.contracts.CaseFailed;
import dev.loadline.contracts.RelayedServer;
import dev.loadline.junit.SharedServices;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Servers;
import dev.loadline.stacks.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Execution(ExecutionMode.CONCURRENT)
class BrokenServersTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("dev.loadline.broken.Deception#all")
  @DisplayName("deceived:")
  void isCaught(Deception deception) throws Exception {
    Map<String, String> messages = failures(deception);
    assertThat(messages)
        .containsOnlyKeys(deception.caught().stream().map(Deception.Catch::caseId).toList());
    for (Deception.Catch caught : deception.caught()) {
      assertThat(messages.get(caught.caseId()))
          .startsWith(TestServers.variant(deception.server()).id() + " › ")
          .contains("\n  case      " + caught.caseId() + " ")
          .containsPattern("\n  expected  .*" + Pattern.quote(caught.expected()))
          .containsPattern("\n  actual    .*" + Pattern.quote(caught.actual()));
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
    Stream<Class<?>> atStart = Stream.of(NeverReady.class, ExitsAtStart.class);
    Stream<Class<?>> later = Deception.all().map(Deception::server);
    assertThat(faults())
        .containsExactlyInAnyOrderElementsOf(Stream.concat(later, atStart).toList());
  }

  private static List<Class<?>> faults() throws Exception {
    List<Class<?>> faults = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("src/test/java/dev/loadline/broken/faults"))) {
      for (Path file : files.toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        Class<?> found = Class.forName(NeverReady.class.getPackageName() + "." + name);
        if (HonestServer.class.isAssignableFrom(found)) {
          faults.add(found);
        }
      }
    }
    return faults;
  }

  /** The messages of the cases that fail, by their ids. */
  private static Map<String, String> failures(Deception deception) throws Exception {
    Map<String, String> messages = new LinkedHashMap<>();
    Variant variant = TestServers.variant(deception.server());
    Optional<Services> services = services(deception);
    RelayedServer server = RelayedServer.start(variant, services, List.of());
    try {
      for (Case each : deception.cases()) {
        if (!server.running()) {
          server.close();
          server = RelayedServer.start(variant, services, List.of());
        }
        try {
          server.hold(each);
        } catch (CaseFailed failed) {
          messages.put(each.id(), failed.getMessage());
          // What a case that broke off has left behind must not fail the next one.
          server.close();
        }
      }
    } finally {
      server.close();
    }
    return messages;
  }

  /** What its cases need; the deception is not tried where that is not to be had. */
  private static Optional<Services> services(Deception deception) {
    List<ServiceName> names = deception.services();
    if (names.isEmpty()) {
      return Optional.empty();
    }
    Services services = SharedServices.of(TestServers.HOUSE, names);
    names.forEach(name -> services.of(name).notRun().ifPresent(Assumptions::abort));
    return Optional.of(services);
  }
}

// Services that are really started here: they answer, they count, and nothing of them is left.
package dev.loadline.services;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class StartedServicesTest {
  private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

  @Test
  void programsAnswerAndLeaveNothing() throws Exception {
    List<Declared> wanted = Declared.load(ROOT, EnumSet.of(ServiceName.REDIS, ServiceName.MYSQL));
    Supply programs = FromProgram.on(System.getenv("PATH"));
    assertAnswersAndLeavesNothing(wanted, programs, "(program)");
  }

  @Test
  void embeddedOnesAnswerAndLeaveNothing() throws Exception {
    List<Declared> wanted = Declared.load(ROOT, Set.of(ServiceName.values()));
    assertAnswersAndLeavesNothing(wanted, new FromEmbedded(ROOT), "embedded");
  }

  /** As one that a machine leaves no time. */
  @Test
  void embeddedOnesThatStandStillLeaveNothing() throws Exception {
    List<Declared> wanted = Declared.load(ROOT, Set.of(ServiceName.REDIS));
    Set<ProcessHandle> before = ProcessHandle.current().children().collect(Collectors.toSet());
    Services services = Services.start(wanted, List.of(new FromEmbedded(ROOT, 500)));
    Service redis = services.of(ServiceName.REDIS);
    assumeThat(redis.url()).as(redis.description()).isPresent();
    Path folder = use(services, redis.url().get());
    ProcessHandle jar =
        ProcessHandle.current()
            .children()
            .filter(child -> !before.contains(child))
            .filter(child -> child.info().commandLine().orElse("").contains("loadline-services"))
            .findFirst()
            .orElseThrow();
    assertThat(new ProcessBuilder("kill", "-STOP", "" + jar.pid()).start().waitFor()).isZero();
    services.close();
    assertThat(refuses(redis)).isTrue();
    assertGoes(folder);
  }

  @Test
  void aProgramThatDoesNotStartIsToldWithItsLastWords() throws Exception {
    List<Declared> wanted = Declared.load(ROOT, Set.of(ServiceName.REDIS));
    Path folder = Files.createTempDirectory("loadline-test-");
    Path program = folder.resolve("redis-server");
    Files.writeString(program, "#!/bin/sh\necho no room for $2\nexit 3\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Supply.Attempt attempt =
        new FromProgram(folder.toString()).supply(wanted).get(ServiceName.REDIS);
    Files.delete(program);
    Files.delete(folder);
    assertThat(attempt.service()).isEmpty();
    assertThat(attempt.reason())
        .isEqualTo(program + ": it ended with exit code 3; it wrote: no room for 127.0.0.1");
  }

  private static void assertAnswersAndLeavesNothing(
      List<Declared> wanted, Supply supply, String source) throws Exception {
    Services services = Services.start(wanted, List.of(supply));
    List<Service> running =
        services.all().stream().filter(service -> service.url().isPresent()).toList();
    Optional<Path> folder = Optional.empty();
    try {
      assumeThat(running).as("%s", services.all()).isNotEmpty();
      for (Service service : running) {
        assertThat(service.description()).contains(source).containsPattern("\\d+\\.\\d+\\.\\d+");
        assertThat(services.counts(service.name())).isPresent();
      }
      folder = services.of(ServiceName.REDIS).url().map(url -> use(services, url));
    } finally {
      services.close();
    }
    for (Service service : running) {
      assertThat(refuses(service)).as(service.description()).isTrue();
    }
    if (folder.isPresent()) {
      assertGoes(folder.get());
    }
  }

  /**
   * Writes once and reads twice.
   *
   * @return the folder in which Redis works
   */
  private static Path use(Services services, String url) {
    Counts before = services.counts(ServiceName.REDIS).orElseThrow();
    try (Jedis jedis = new Jedis(url)) {
      jedis.set("duck", "quack");
      jedis.get("duck");
      jedis.get("goose");
      assertThat(services.counts(ServiceName.REDIS))
          .contains(new Counts(before.reads() + 2, before.writes() + 1));
      return Path.of(jedis.configGet("dir").get("dir"));
    }
  }

  /** On a busy machine the folder goes a moment after the process. */
  private static void assertGoes(Path folder) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (Files.exists(folder) && System.nanoTime() < deadline) {
      Thread.sleep(50);
    }
    assertThat(folder).doesNotExist();
  }

  private static boolean refuses(Service service) throws IOException {
    ServiceUrl url = ServiceUrl.of(service.url().orElseThrow());
    try (Socket socket = new Socket(url.host(), url.port())) {
      return !socket.isConnected();
    } catch (ConnectException refused) {
      return true;
    }
  }
}

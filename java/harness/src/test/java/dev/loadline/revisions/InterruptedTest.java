// Whenever and however a comparison is ended, nothing of its sides is left.
package dev.loadline.revisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class InterruptedTest {
  /** Of the mask in which /proc tells which signals are ignored. */
  private static final long SIGINT_BIT = 1L << 1;

  private static final long GONE_WITHIN_MILLIS = 30_000;

  private final List<Process> started = new ArrayList<>();
  private GitHouse git;
  private Path house;

  @BeforeEach
  void makeHouse(@TempDir Path folder) throws IOException, InterruptedException {
    git = new GitHouse(folder);
    house = git.repository("a house", "duck");
    git.stack(house, "duck", "'build': ['sh', 'build.sh']");
    git.commit(house);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    started.forEach(Process::destroyForcibly);
    git.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "KILL"})
  void whileBothSidesAreThere(String signal) throws Exception {
    assumeDelivered(signal);
    GitHouse.write(house, "new file", "new");
    String before = git.git(house, "status", "--porcelain");
    Process comparing = comparingUntil("all is there");
    assertThat(git.worktrees(house)).isEqualTo(2);
    end(comparing, signal);
    assertNothingIsLeft();
    assertThat(git.git(house, "status", "--porcelain")).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "KILL"})
  void whileItBuilds(String signal) throws Exception {
    assumeDelivered(signal);
    GitHouse.write(
        house, "java/servers/duck/build.sh", "sh -c 'echo $$ > \"$BUILDS\"; sleep 600'; true\n");
    Process comparing = comparingUntil("building");
    assertSoon(() -> !git.builds().isEmpty());
    end(comparing, signal);
    long child = Long.parseLong(git.builds().get(0));
    assertSoon(() -> ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    assertNothingIsLeft();
    assertThat(git.folder.resolve("cache").toFile().list((folder, name) -> !name.startsWith(".")))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM", "KILL"})
  void whileItChecksOut(String signal) throws Exception {
    assumeDelivered(signal);
    // A slow filter keeps git busy in the middle of it.
    git.git(house, "config", "filter.slow.smudge", "sleep 60");
    GitHouse.write(house, ".gitattributes", "slow filter=slow\n");
    GitHouse.write(house, "slow", "text");
    Process comparing = comparingUntil("checking out");
    assertSoon(() -> Files.exists(house.resolve(".git/worktrees")));
    end(comparing, signal);
    assertNothingIsLeft();
  }

  private Process comparingUntil(String line) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            "java",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
            "-XX:-UsePerfData",
            "-cp",
            System.getProperty("java.class.path"),
            Comparing.class.getName(),
            house.toString(),
            git.folder.resolve("cache").toString());
    builder.environment().putAll(Environment.ours());
    // It may say that its build was killed, which it was.
    Process comparing = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    started.add(comparing);
    BufferedReader output = comparing.inputReader(StandardCharsets.UTF_8);
    Optional<String> found = output.lines().filter(each -> each.startsWith(line)).findFirst();
    assertThat(found).as("it has written \"%s\"", line).isPresent();
    return comparing;
  }

  private static void end(Process comparing, String signal)
      throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(comparing.pid())).start().waitFor();
    assertThat(comparing.waitFor(GONE_WITHIN_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
  }

  private static void assumeDelivered(String signal) throws IOException {
    assumeThat(signal.equals("INT") && isInterruptIgnored())
        .as(
            "a JVM leaves SIGINT ignored where whoever started it did, as a shell in the background")
        .isFalse();
  }

  private static boolean isInterruptIgnored() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .map(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(ignored -> (ignored & SIGINT_BIT) != 0);
    }
  }

  private void assertNothingIsLeft() throws Exception {
    assertSoon(() -> git.leftOver().isEmpty());
    assertSoon(() -> git.worktrees(house) == 1);
  }

  private static void assertSoon(Callable<Boolean> isSo) throws Exception {
    long deadline = System.currentTimeMillis() + GONE_WITHIN_MILLIS;
    while (!isSo.call() && System.currentTimeMillis() < deadline) {
      TimeUnit.MILLISECONDS.sleep(20);
    }
    assertThat(isSo.call()).isTrue();
  }
}

// What mvn verify makes of -Dloadline.base before it measures: which tests are skipped and why, and
// that nothing is left lying about.
package dev.loadline.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.revisions.RevisionError;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class CompareRunTest {
  @TempDir Path root;
  @TempDir Path folder;

  @BeforeEach
  void makeAHouse() throws IOException, InterruptedException {
    copyContracts();
    list("duck");
    stack("duck", "");
    git("init", "--quiet", "--initial-branch=main");
    commit();
  }

  @Test
  void whatTheChangeCannotTouchIsSkippedAndTheReportSaysSo() throws Exception {
    write("README.md", "Birds");
    try (CompareRun run = compare("main")) {
      assertSkipped(run, "hello", "nothing that it uses has changed");
      assertThat(run.measured().isJudged()).isFalse();
    }
    JsonNode report = JsonMapper.shared().readTree(Files.readString(folder.resolve("report.json")));
    assertThat(report.at("/revisions/base/name").asString()).isEqualTo("main");
    assertThat(report.at("/revisions/base/commit").asString()).isEqualTo(git("rev-parse", "HEAD"));
    assertThat(report.at("/revisions/head/name").asString()).isEqualTo("the working tree");
    assertThat(report.at("/notCompared/0/stack").asString()).isEqualTo("java/duck");
    assertThat(report.get("passed").asBoolean()).isTrue();
    assertNothingIsLeft();
  }

  @Test
  void aStackThatIsNewIsToldAndNotCompared() throws Exception {
    list("duck", "goose");
    stack("goose", "");
    try (CompareRun run = compare("main")) {
      assertThatThrownBy(() -> run.tell("java/goose", "hello"))
          .isInstanceOf(TestAbortedException.class)
          .hasMessageContaining("main does not have it");
    }
    assertNothingIsLeft();
  }

  @Test
  void aVariantWithoutLimitsIsNotCompared() throws Exception {
    stack("duck", ", 'variants': {'wild': {'env': {}}}");
    commit();
    write("java/servers/duck/wings.txt", "other");
    try (CompareRun run = compare("main")) {
      assertThatThrownBy(() -> run.tell("java/duck:wild", "hello"))
          .isInstanceOf(TestAbortedException.class)
          .hasMessageContaining("thresholds.json has no limits for it");
    }
    assertNothingIsLeft();
  }

  @Test
  void ofAStackWhoseOneWorkloadIsTouchedTheOthersAreSkipped() throws Exception {
    stack("duck", ", 'paths': {'hash.txt': ['hash']}");
    commit();
    write("java/servers/duck/hash.txt", "other");
    try (CompareRun run = compare("main")) {
      assertSkipped(run, "hello", "the change from main cannot touch it");
    }
    assertNothingIsLeft();
  }

  @Test
  void aBaseThatDoesNotBuildIsToldBeforeThereIsATest() throws Exception {
    stack("duck", ", 'build': ['false']");
    commit();
    stack("duck", ", 'build': ['true']");
    assertThatThrownBy(() -> compare("main"))
        .isInstanceOf(RevisionError.class)
        .hasMessageContaining("main does not build: java/duck: false");
    assertNothingIsLeft();
  }

  @Test
  void aBaseFromBeforeBuildsIsBuiltAsTheWorkingTreeIs() throws Exception {
    stack("duck", ", 'build': ['false']");
    assertThatThrownBy(() -> compare("main"))
        .isInstanceOf(RevisionError.class)
        .hasMessageContaining("main does not build: java/duck: false");
    assertNothingIsLeft();
  }

  @Test
  void anUnknownRevisionIsToldAndNothingIsCheckedOut() throws Exception {
    assertThatThrownBy(() -> compare("mian"))
        .isInstanceOf(RevisionError.class)
        .hasMessageContaining("mian");
    assertNothingIsLeft();
  }

  private CompareRun compare(String base) throws InterruptedException {
    House house = new House(root.toAbsolutePath());
    List<Variant> subjects =
        house.stacks().stream().flatMap(stack -> stack.variants().stream()).toList();
    CompareRun.Wanted wanted =
        new CompareRun.Wanted(base, subjects, workload -> true, false, Duration.ofSeconds(6));
    return CompareRun.of(house, wanted, folder);
  }

  private static void assertSkipped(CompareRun run, String workload, String reason) {
    assertThatThrownBy(() -> run.tell("java/duck", workload))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining(reason);
  }

  private void assertNothingIsLeft() throws IOException, InterruptedException {
    assertThat(git("worktree", "list").lines()).hasSize(1);
  }

  private void copyContracts() throws IOException {
    Path contracts = DuckStack.HOUSE.resolve("contracts");
    try (Stream<Path> files = Files.walk(contracts)) {
      files.filter(Files::isRegularFile).forEach(file -> copy(contracts, file));
    }
  }

  private void copy(Path contracts, Path file) {
    try {
      Path to = root.resolve("contracts").resolve(contracts.relativize(file).toString());
      Files.createDirectories(to.getParent());
      Files.copy(file, to);
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  private void list(String... stacks) throws IOException {
    String names = String.join(", ", Stream.of(stacks).map(each -> '"' + each + '"').toList());
    write("java/servers/stacks.json", "[" + names + "]");
  }

  /**
   * @param more of its stack.json
   */
  private void stack(String name, String more) throws IOException {
    String json =
        "{'id': 'java/%s', 'language': 'java', 'description': 'A bird', 'command': ['true'], 'workloads': ['hello', 'hash']%s}";
    write("java/servers/" + name + "/stack.json", json.formatted(name, more).replace('\'', '"'));
  }

  private void write(String file, String text) throws IOException {
    Files.createDirectories(root.resolve(file).getParent());
    Files.writeString(root.resolve(file), text);
  }

  private void commit() throws IOException, InterruptedException {
    git("add", "--all");
    git("-c", "user.name=somebody", "-c", "user.email=somebody@localhost", "commit", "-qm", "It");
  }

  private String git(String... args) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(args));
    Process git =
        new ProcessBuilder(command).directory(root.toFile()).redirectErrorStream(true).start();
    String written = new String(git.getInputStream().readAllBytes());
    assertThat(git.waitFor()).as(written).isZero();
    return written.strip();
  }
}

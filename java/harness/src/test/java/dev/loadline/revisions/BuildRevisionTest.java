// Builds of a side run once each, are kept for the next time, and say why they fail.
package dev.loadline.revisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loadline.stacks.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class BuildRevisionTest {
  private static final String BUILD = "'build': ['sh', 'build.sh']";
  private static final String MADE = "java/servers/duck/target/linked/a.jar";

  private final List<String> told = new ArrayList<>();
  private GitHouse git;
  private Path house;
  private Path cache;

  @BeforeEach
  void makeHouse(@TempDir Path folder) throws IOException, InterruptedException {
    git = new GitHouse(folder);
    house = git.repository("a house", "duck", "goose");
    cache = git.folder.resolve("a cache");
    git.stack(house, "duck", BUILD);
    git.commit(house);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    git.close();
  }

  @Test
  void aBuildRunsInTheFolderOfItsStack() throws IOException, InterruptedException {
    Path built = built("main", side -> side.folder());
    assertThat(git.builds()).containsExactly(built.resolve("java/servers/duck").toString());
    assertThat(told).containsExactly("building main: sh build.sh (java/duck)");
  }

  @Test
  void aFolderWithoutGitIsUsedAsItIs() throws IOException, InterruptedException {
    Path plain = git.plain("plain", "duck");
    git.stack(plain, "duck", BUILD);
    built(plain.toString(), Side::folder);
    assertThat(git.builds()).isEmpty();
  }

  @Test
  void ofBuildsWithTheSameWordsEachIsAboutItsOwnFolder() throws IOException, InterruptedException {
    git.stack(house, "goose", BUILD);
    git.commit(house);
    built("main", Side::folder);
    assertThat(git.builds()).hasSize(2);
  }

  @Test
  void aBuildOfAPlaceOutsideRunsForAllStacks() throws IOException, InterruptedException {
    String build = "'build': ['sh', '../../../build.sh']";
    git.stack(house, "duck", build);
    git.stack(house, "goose", build);
    Files.copy(house.resolve("java/servers/duck/build.sh"), house.resolve("build.sh"));
    git.commit(house);
    built("main", Side::folder);
    assertThat(git.builds()).hasSize(1);
    assertThat(told.get(0)).endsWith("(java/duck, java/goose)");
  }

  @Test
  void whatABuildHasMadeIsThereTheNextTimeWithoutABuild() throws IOException, InterruptedException {
    assertThat(made()).isEqualTo("jar");
    assertThat(made()).isEqualTo("jar");
    String target =
        built(
            "main",
            side -> Files.readSymbolicLink(side.folder().resolve(MADE).getParent()).toString());
    assertThat(target).isEqualTo("real");
    assertThat(git.builds()).hasSize(1);
    assertThat(told).contains("main is built already");
  }

  @Test
  void whatABuildHasMadeServesFewerStacksAsWell() throws IOException, InterruptedException {
    git.stack(house, "goose", BUILD);
    git.commit(house);
    builtOf("main", List.of("java/goose"), Side::folder);
    built("main", Side::folder);
    assertThat(git.builds()).hasSize(3);
    builtOf("main", List.of("java/duck"), side -> read(side, MADE));
    assertThat(git.builds()).hasSize(3);
  }

  @Test
  void whatABuildHasMadeServesNoOtherCommit() throws IOException, InterruptedException {
    made();
    GitHouse.write(house, "README", "changed");
    git.commit(house);
    made();
    built("main~1", Side::folder);
    assertThat(git.builds()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "another"})
  void aKeptFileThatWasWrittenToIsBuiltAnew(String text) throws IOException, InterruptedException {
    made();
    Path kept = entries().get(0).resolve("files/java/servers/duck/target/real/a.jar");
    Files.writeString(kept, text);
    assertThat(made()).isEqualTo("jar");
    assertThat(git.builds()).hasSize(2);
    assertThat(made()).isEqualTo("jar");
    assertThat(git.builds()).hasSize(2);
  }

  @Test
  void whatWasNotWrittenToItsEndIsBuiltAnew() throws IOException, InterruptedException {
    made();
    Path manifest = entries().get(0).resolve("manifest.json");
    Files.writeString(manifest, Files.readString(manifest).substring(0, 20));
    assertThat(made()).isEqualTo("jar");
    assertThat(git.builds()).hasSize(2);
  }

  @Test
  void whatWasNotUsedForTheLongestTimeIsForgotten() throws IOException, InterruptedException {
    made();
    for (int i = 1; i <= 6; i++) {
      GitHouse.write(house, "README", "changed " + i);
      git.commit(house);
      made();
    }
    assertThat(entries()).hasSize(6);
    built("main~6", Side::folder);
    assertThat(git.builds()).hasSize(8);
  }

  @Test
  void aBuildThatChangesTheCommitsFilesIsNotKept() throws IOException, InterruptedException {
    script("printf changed > server");
    built("main", Side::folder);
    assertThat(told)
        .contains(
            "the build of main is not kept: it changes files of the commit: java/servers/duck/server");
    assertThat(entries()).isEmpty();
  }

  @Test
  void aBuildWithALinkToItsFolderIsNotKept() throws IOException, InterruptedException {
    script("ln -s \"$PWD\" itself");
    built("main", Side::folder);
    assertThat(told.get(1))
        .startsWith("the build of main is not kept: ")
        .endsWith("which is not relative");
    assertThat(entries()).isEmpty();
  }

  @Test
  void nothingIsKeptWhereNothingCanBeWritten() throws IOException, InterruptedException {
    Files.writeString(cache, "in the way");
    assertThat(made()).isEqualTo("jar");
    assertThat(told.get(1)).startsWith("the build of main is not kept: ");
    Files.delete(cache);
  }

  @Test
  void aBuildThatFailsIsToldWithTheEndOfWhatItWrote() throws IOException, InterruptedException {
    script("for i in $(seq 1 49); do echo line $i; done; exit 3");
    String lines =
        IntStream.range(20, 50).mapToObj(i -> "\n  line " + i).collect(Collectors.joining());
    assertThatThrownBy(() -> built("main", Side::folder))
        .isInstanceOf(RevisionError.class)
        .hasMessage(
            "main does not build: java/duck: sh build.sh (in java/servers/duck) ended with exit code 3"
                + lines);
    assertThat(entries()).isEmpty();
  }

  @Test
  void aProgramThatIsNotThereIsTold() throws IOException, InterruptedException {
    git.stack(house, "duck", "'build': ['no-such-program', 'now']");
    git.commit(house);
    assertThatThrownBy(() -> built("main", Side::folder))
        .hasMessage(
            """
            main does not build: java/duck: no-such-program now (in java/servers/duck) cannot be run
              no-such-program is not on the PATH""");
  }

  @Test
  void aBuildThatTakesTooLongIsKilledWithAllThatItStarted()
      throws IOException, InterruptedException {
    Path beat = git.folder.resolve("beat");
    script("sh -c 'while true; do echo . >> \"" + beat + "\"; sleep 0.02; done'; true");
    assertThatThrownBy(
            () -> built("main", List.of("java/duck"), Side::folder, Duration.ofSeconds(2)))
        .hasMessage(
            """
            main does not build: java/duck: sh build.sh (in java/servers/duck) did not end within 2 s
              it wrote nothing""");
    String beats = Files.readString(beat);
    Thread.sleep(200);
    assertThat(beats).isNotEmpty();
    assertThat(Files.readString(beat)).isEqualTo(beats);
  }

  @Test
  void aBuildIsNotToldWhatNpmAndMavenTellTheirOwn() throws IOException, InterruptedException {
    script("env > \"$BUILDS\"");
    git.put("npm_config_workspace", "another");
    git.put("MAVEN_PROJECTBASEDIR", "/elsewhere");
    git.put("npm_config_cache", "/cache");
    built("main", Side::folder);
    assertThat(git.builds())
        .contains("npm_config_cache=/cache")
        .noneMatch(line -> line.startsWith("npm_config_workspace="))
        .noneMatch(line -> line.startsWith("MAVEN_PROJECTBASEDIR="));
  }

  private void script(String text) throws IOException, InterruptedException {
    GitHouse.write(house, "java/servers/duck/build.sh", text + "\n");
    git.commit(house);
  }

  private String made() throws IOException, InterruptedException {
    return built("main", side -> read(side, MADE));
  }

  private List<Path> entries() throws IOException {
    if (!Files.isDirectory(cache)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(cache)) {
      return entries.toList();
    }
  }

  private interface Look<T> {
    T at(Side side) throws IOException;
  }

  private <T> T built(String name, Look<T> look) throws IOException, InterruptedException {
    return builtOf(name, List.of("java/duck", "java/goose"), look);
  }

  private <T> T builtOf(String name, List<String> ids, Look<T> look)
      throws IOException, InterruptedException {
    return built(name, ids, look, Duration.ofMinutes(1));
  }

  private <T> T built(String name, List<String> ids, Look<T> look, Duration within)
      throws IOException, InterruptedException {
    try (Side side = CheckOut.side(house, Optional.of(name), text -> {})) {
      List<Stack> stacks =
          side.stacks().stream().filter(stack -> ids.contains(stack.id())).toList();
      BuildRevision.build(side, stacks, told::add, cache, within);
      return look.at(side);
    }
  }

  private static String read(Side side, String file) throws IOException {
    return Files.readString(side.folder().resolve(file));
  }
}

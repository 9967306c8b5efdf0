// Which stacks and workloads a change can touch, and why.
package dev.loadline.revisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loadline.revisions.Touched.Presence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated
class TouchedByTest {
  private static final List<String> ALL = List.of("hello", "todos");
  private static final String UNTOUCHED = "nothing that it uses has changed";
  private static final String PATHS =
      "'paths': {'../shared': 'all', '../shared/todos.vm': ['todos'], '../shared/test': [],"
          + " 'routes/hello.vm': ['hello']}";

  private GitHouse git;
  private Path house;

  @BeforeEach
  void makeHouse(@TempDir Path folder) throws IOException, InterruptedException {
    git = new GitHouse(folder);
    house = git.repository("a house", "duck", "goose");
    git.stack(house, "duck", PATHS);
    for (String file : List.of("shared/todos.vm", "shared/other.vm", "duck/routes/hello.vm")) {
      GitHouse.write(house, "java/servers/" + file, "");
    }
    git.commit(house);
  }

  @AfterEach
  void nothingIsLeft() throws IOException {
    git.close();
  }

  @ParameterizedTest
  @CsvSource({
    "java/servers/duck/server, hello todos, ''",
    "java/servers/duck/routes/hello.vm, hello, ''",
    "java/servers/shared/other.vm, hello todos, ''",
    "java/servers/shared/todos.vm, todos, ''",
    "java/servers/shared/test/todos.test, '', ''",
    "java/servers/shared-not/file, '', ''",
    "java/servers/duck-not/file, '', ''",
    "README.md, '', ''",
    "pom.xml, hello todos, hello todos",
    "java/package-lock.json, hello todos, hello todos",
    "java/servers/build.gradle.kts, hello todos, hello todos",
    "node/package.json, '', ''"
  })
  void aChangeTouchesWhatUsesTheFile(String file, String duck, String goose)
      throws IOException, InterruptedException {
    GitHouse.write(house, file, "changed");
    List<Touched> found = touched();
    assertThat(found.get(0).workloads()).isEqualTo(workloads(duck));
    assertThat(found.get(1).workloads()).isEqualTo(workloads(goose));
    assertThat(found.get(0).why()).isEqualTo(duck.isEmpty() ? UNTOUCHED : file + " has changed");
  }

  @Test
  void aChangeIsToldByTheFirstFileThatTouchesTheStack() throws IOException, InterruptedException {
    GitHouse.write(house, "README.md", "changed");
    GitHouse.write(house, "java/servers/shared/todos.vm", "changed");
    GitHouse.write(house, "pom.xml", "changed");
    List<Touched> found = touched();
    assertThat(found.get(0).workloads()).isEqualTo(ALL);
    assertThat(found.get(0).path()).contains("java/servers/shared/todos.vm");
    assertThat(found.get(1).path()).contains("pom.xml");
  }

  @Test
  void aFileThatIsMovedAwayIsOneOfTheFolderThatItWasIn() throws IOException, InterruptedException {
    git.git(house, "mv", "java/servers/shared/other.vm", "elsewhere");
    assertThat(touched().get(0).path()).contains("java/servers/shared/other.vm");
  }

  @Test
  void aChangeIsSeenBetweenTwoRevisions() throws IOException, InterruptedException {
    GitHouse.write(house, "java/servers/goose/a file", "new");
    git.commit(house);
    assertThat(touched(house, "main~1", Optional.of("main")).get(1).path())
        .contains("java/servers/goose/a file");
  }

  @Test
  void aChangeIsSeenBetweenTwoClones() throws IOException, InterruptedException {
    git.git(git.folder, "clone", "--quiet", house.toString(), "a: clone");
    Path clone = git.folder.resolve("a: clone");
    GitHouse.write(clone, "java/servers/goose/server", "changed in the clone");
    List<Touched> found = touched(house, clone.toString(), Optional.empty());
    assertThat(found.get(0).workloads()).isEmpty();
    assertThat(found.get(1).workloads()).isEqualTo(ALL);
  }

  @Test
  void nothingIsTouchedWhereBothSidesAreTheSame() throws InterruptedException {
    assertThat(touched())
        .allSatisfy(each -> assertThat(each.workloads()).isEmpty())
        .allSatisfy(each -> assertThat(each.why()).isEqualTo(UNTOUCHED));
  }

  @Test
  void aStackThatIsNewOrGoneIsTold() throws IOException, InterruptedException {
    git.stack(house, "swan", "");
    git.list(house, List.of("goose", "swan"));
    assertThat(touched())
        .extracting(Touched::id, Touched::presence, Touched::why)
        .containsExactly(
            tuple("java/goose", Presence.BOTH, UNTOUCHED),
            tuple("java/swan", Presence.NEW, "HEAD does not have it"),
            tuple("java/duck", Presence.GONE, "the working tree does not have it"));
  }

  @Test
  void everythingIsTouchedWhereOneSideIsAFolderWithoutGit()
      throws IOException, InterruptedException {
    Path plain = git.plain("plain", "duck", "goose");
    assertThat(touched(house, plain.toString(), Optional.empty()))
        .allSatisfy(each -> assertThat(each.workloads()).isEqualTo(ALL))
        .allSatisfy(
            each ->
                assertThat(each.why())
                    .isEqualTo(
                        "what has changed cannot be told without a repository of both sides"));
  }

  @Test
  void aLockFileAboveTheHouseTouchesIt() throws IOException, InterruptedException {
    Path inner = git.plain("a house/inner", "duck");
    git.commit(house);
    GitHouse.write(house, "java/servers/duck/server", "changed");
    assertThat(touched(inner, "HEAD", Optional.empty()).get(0).workloads()).isEmpty();
    GitHouse.write(house, "pom.xml", "changed");
    assertThat(touched(inner, "HEAD", Optional.empty()).get(0).path()).contains("../pom.xml");
  }

  private List<Touched> touched() throws InterruptedException {
    return touched(house, "HEAD", Optional.empty());
  }

  private static List<Touched> touched(Path root, String base, Optional<String> head)
      throws InterruptedException {
    try (Side before = CheckOut.side(root, Optional.of(base), text -> {});
        Side after = CheckOut.side(root, head, text -> {})) {
      return TouchedBy.change(before, after, after.stacks(), ALL);
    }
  }

  private static List<String> workloads(String names) {
    return names.isEmpty() ? List.of() : List.of(names.split(" "));
  }
}

// What a side of a comparison holds, that it leaves the user's files alone, and what is said where
// it cannot be had.
package dev.loadline.revisions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.loadline.input.InvalidInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Isolated
class CheckOutTest {
  private static final String SERVER = "java/servers/duck/server";

  private final List<Side> sides = new ArrayList<>();
  private final List<String> told = new ArrayList<>();
  private GitHouse git;
  private Path house;

  @BeforeEach
  void makeHouse(@TempDir Path folder) throws IOException, InterruptedException {
    git = new GitHouse(folder);
    house = git.repository("a house with spaces", "duck");
  }

  @AfterEach
  void removeSides() throws IOException {
    sides.forEach(Side::close);
    git.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"main", "v1", "HEAD~1", "other/branch"})
  void aRevisionIsHadByItsName(String name) throws IOException, InterruptedException {
    git.git(house, "tag", "-a", "v1", "-m", "a tag");
    git.git(house, "branch", "other/branch");
    if (name.equals("HEAD~1")) {
      git.commit(house);
    }
    GitHouse.write(house, SERVER, "changed");
    Side side = side(name);
    assertThat(side.commit()).contains(git.git(house, "rev-parse", name + "^{commit}"));
    assertThat(side.name()).isEqualTo(name);
    assertThat(read(side, SERVER)).isEmpty();
  }

  @Test
  void aRevisionIsInThePartOfItThatTheHouseIs() throws IOException, InterruptedException {
    Path top = git.repository("top", "duck");
    Path inner = git.plain("top/inner", "goose");
    git.commit(top);
    Side side = sideOf(inner, Optional.of("main"));
    assertThat(read(side, "java/servers/stacks.json")).isEqualTo("[\"goose\"]");
  }

  @Test
  void aRevisionHasItsSubmodules() throws IOException, InterruptedException {
    submodule();
    assertThat(read(side("main"), "library/" + SERVER)).isEmpty();
  }

  @Test
  void aRevisionIsGoneWhenItIsClosed() throws IOException, InterruptedException {
    Side side = side("main");
    assertThat(git.worktrees(house)).isEqualTo(2);
    side.close();
    side.close();
    assertThat(git.worktrees(house)).isEqualTo(1);
    assertThat(side.folder()).doesNotExist();
  }

  @Test
  void noHookOfTheUserIsStarted() throws IOException, InterruptedException {
    Path mark = git.folder.resolve("mark");
    GitHouse.write(house, ".git/hooks/post-checkout", "#!/bin/sh\ntouch '" + mark + "'\n");
    assertThat(house.resolve(".git/hooks/post-checkout").toFile().setExecutable(true)).isTrue();
    side("main");
    assertThat(mark).doesNotExist();
  }

  @Test
  void theWorkingTreeIsHeadWhenNothingIsChanged() throws IOException, InterruptedException {
    Side side = workingTree();
    assertThat(side.commit()).contains(git.git(house, "rev-parse", "HEAD"));
    assertThat(side.name()).isEqualTo("the working tree");
  }

  @Test
  void theWorkingTreeComesWithWhatIsChangedAndWithoutWhatIsIgnored()
      throws IOException, InterruptedException {
    GitHouse.write(house, SERVER, "changed");
    GitHouse.write(house, "new file", "new");
    GitHouse.write(house, "target/ignored", "ignored");
    GitHouse.write(house, "staged/target/file", "staged though ignored");
    git.git(house, "add", "--force", "staged/target/file");
    Files.delete(house.resolve("java/servers/duck/build.sh"));
    Side side = workingTree();
    assertThat(read(side, SERVER)).isEqualTo("changed");
    assertThat(read(side, "new file")).isEqualTo("new");
    assertThat(read(side, "staged/target/file")).isEqualTo("staged though ignored");
    assertThat(side.folder().resolve("target")).doesNotExist();
    assertThat(side.folder().resolve("java/servers/duck/build.sh")).doesNotExist();
    assertThat(git.git(house, "cat-file", "-t", side.commit().orElseThrow())).isEqualTo("tree");
    assertThat(workingTree().commit()).isEqualTo(side.commit());
  }

  @Test
  void theWorkingTreeComesWithAChangeThatNeitherSizeNorTimeTell()
      throws IOException, InterruptedException {
    FileTime time = FileTime.fromMillis(1_500_000_000_000L);
    git.git(house, "config", "core.trustctime", "false");
    GitHouse.write(house, SERVER, "one");
    Files.setLastModifiedTime(house.resolve(SERVER), time);
    git.commit(house);
    GitHouse.write(house, SERVER, "two");
    Files.setLastModifiedTime(house.resolve(SERVER), time);
    Files.setLastModifiedTime(house.resolve(".git/index"), time);
    assertThat(read(workingTree(), SERVER)).isEqualTo("two");
  }

  @Test
  void theWorkingTreeComesWithoutWhatIsToBeLeftOut() throws IOException, InterruptedException {
    GitHouse.write(house, "a report.json", "of the last run");
    List<Path> leaveOut =
        List.of(house.resolve("a report.json"), Path.of("/elsewhere/report.json"));
    sides.add(CheckOut.side(house, Optional.empty(), leaveOut, told::add));
    assertThat(sides.get(0).commit()).contains(git.git(house, "rev-parse", "HEAD"));
  }

  @Test
  void theWorkingTreeComesWithoutWhatIsToBeLeftOutAndIgnored()
      throws IOException, InterruptedException {
    GitHouse.write(house, ".gitignore", "report.json\n");
    git.commit(house);
    GitHouse.write(house, "report.json", "of the last run");
    GitHouse.write(house, "new file", "new");
    List<Path> leaveOut = List.of(house.resolve("report.json"));
    sides.add(CheckOut.side(house, Optional.empty(), leaveOut, told::add));
    assertThat(sides.get(0).folder().resolve("new file")).exists();
    assertThat(sides.get(0).folder().resolve("report.json")).doesNotExist();
  }

  @Test
  void theWorkingTreeStaysAsItWasWithItsIndex() throws IOException, InterruptedException {
    GitHouse.write(house, SERVER, "staged");
    git.git(house, "add", SERVER);
    GitHouse.write(house, SERVER, "changed again");
    GitHouse.write(house, "new file", "new");
    // An index that git would like to refresh.
    Path stacks = house.resolve("java/servers/stacks.json");
    Files.setLastModifiedTime(stacks, FileTime.fromMillis(1_000));
    Map<String, String> before = state();
    workingTree().close();
    assertThat(state()).isEqualTo(before);
    assertThat(git.git(house, "status", "--porcelain"))
        .isEqualTo("MM " + SERVER + "\n?? \"new file\"");
  }

  @Test
  void changesWithinASubmoduleAreToldToBeLeftOut() throws IOException, InterruptedException {
    submodule();
    GitHouse.write(house, "library/" + SERVER, "changed");
    workingTree();
    assertThat(told)
        .contains("changes within the submodule library are left out: commit them there first");
  }

  @Test
  void aFolderWithoutGitIsUsedWhereItIs() throws IOException, InterruptedException {
    Path plain = git.plain("a plain folder", "duck");
    Side side = side(plain.toString());
    assertThat(side.commit()).isEmpty();
    assertThat(side.folder()).isEqualTo(plain);
    side.close();
    assertThat(plain.resolve(SERVER)).exists();
    git.withoutPrograms();
    assertThat(side(plain.toString()).folder()).isEqualTo(plain);
  }

  @Test
  void aFolderOfAnotherCloneIsTakenWithItsChanges() throws IOException, InterruptedException {
    Path clone = cloned("--quiet");
    GitHouse.write(clone, SERVER, "changed in the clone");
    Side side = side(clone.toString());
    assertThat(side.folder()).isNotEqualTo(clone);
    assertThat(read(side, SERVER)).isEqualTo("changed in the clone");
  }

  @Test
  void anUnknownRevisionIsRefused() {
    assertRefused(
        house,
        "mian",
        "unknown revision \"mian\": %s has no such branch, tag or commit, and there is no such folder"
            .formatted(house));
  }

  @Test
  void aBranchThatTheRemoteAloneHasIsTold() throws IOException, InterruptedException {
    Path clone = cloned("--quiet");
    git.git(clone, "checkout", "--quiet", "-b", "mine");
    git.git(clone, "branch", "--quiet", "-D", "main");
    assertThat(refusal(clone, Optional.of("main")).lines().skip(1))
        .containsExactly(
            "  did you mean origin/main?",
            "  git fetch origin main brings that branch, as origin/main");
  }

  @Test
  void aShallowCloneIsTold() throws IOException, InterruptedException {
    git.commit(house);
    Path clone = cloned("--quiet", "--depth=1");
    assertThat(refusal(clone, Optional.of("main~1")).lines().skip(1))
        .containsExactly("  this clone is shallow: git fetch --unshallow brings its whole history");
  }

  @Test
  void aNameThatGitWouldTakeForAnOptionIsRefused() {
    assertRefused(
        house, "--upload-pack=x", "\"--upload-pack=x\" is no revision: none begins with \"-\"");
  }

  @Test
  void aRevisionWithoutGitIsRefused() {
    git.withoutPrograms();
    assertRefused(
        house,
        "main",
        """
        git is not on the PATH
          install git 2.31 or newer, or name folders that are built already instead of revisions""");
  }

  @Test
  void aRevisionWithoutARepositoryIsRefused() throws IOException {
    Path plain = git.plain("plain", "duck");
    assertRefused(
        plain,
        "main",
        """
        "main" is no folder, and %s is in no git repository
          name a folder, or run it in a clone of the repository"""
            .formatted(plain));
  }

  @Test
  void aRepositoryWithoutACommitIsRefused() throws IOException, InterruptedException {
    Path unborn = git.plain("unborn", "duck");
    git.git(unborn, "init", "--quiet");
    assertThat(refusal(unborn, Optional.empty()))
        .isEqualTo(unborn + " has no commit yet\n  commit first: there is nothing to compare with");
  }

  @Test
  void aRevisionWithoutStacksIsRefused() throws IOException, InterruptedException {
    git.git(house, "rm", "-r", "--quiet", "java");
    git.commit(house);
    assertRefused(
        house,
        "main",
        """
        main has no stacks to compare
          node/servers/stacks.json or java/servers/stacks.json lists them, in the folder that holds contracts/""");
    assertThat(git.worktrees(house)).isEqualTo(1);
  }

  @Test
  void aSubmoduleThatCannotBeFetchedIsTold() throws IOException, InterruptedException {
    Path library = submodule();
    Files.move(library, git.folder.resolve("elsewhere"));
    assertThat(refusal(house, Optional.of("main")))
        .startsWith("the submodules of main cannot be had\n")
        .endsWith("is the commit pushed, may it be read?");
    assertThat(git.worktrees(house)).isEqualTo(1);
  }

  @Test
  void aStackThatCannotBeUsedIsToldByItsSide() throws IOException, InterruptedException {
    GitHouse.write(house, "java/servers/duck/stack.json", "{}");
    git.commit(house);
    assertThatThrownBy(() -> side("main"))
        .isInstanceOf(InvalidInput.class)
        .hasMessageContaining("main:java/servers/duck/stack.json /id");
    assertThat(git.worktrees(house)).isEqualTo(1);
  }

  private Path submodule() throws IOException, InterruptedException {
    Path library = git.repository("library", "duck");
    git.git(house, "submodule", "--quiet", "add", library.toString(), "library");
    git.commit(house);
    return library;
  }

  private Path cloned(String... options) throws IOException, InterruptedException {
    List<String> args = new ArrayList<>(List.of("clone"));
    args.addAll(List.of(options));
    args.addAll(List.of("file://" + house, "clone"));
    git.git(git.folder, args.toArray(String[]::new));
    return git.folder.resolve("clone");
  }

  private Side side(String name) throws InterruptedException {
    return sideOf(house, Optional.of(name));
  }

  private Side workingTree() throws InterruptedException {
    return sideOf(house, Optional.empty());
  }

  private Side sideOf(Path root, Optional<String> name) throws InterruptedException {
    Side side = CheckOut.side(root, name, told::add);
    sides.add(side);
    return side;
  }

  private String refusal(Path root, Optional<String> name) {
    RevisionError refusal = catchThrowableOfType(RevisionError.class, () -> sideOf(root, name));
    assertThat(refusal).isNotNull();
    return refusal.getMessage();
  }

  private void assertRefused(Path root, String name, String message) {
    assertThat(refusal(root, Optional.of(name))).isEqualTo(message);
  }

  private static String read(Side side, String file) throws IOException {
    return Files.readString(side.folder().resolve(file));
  }

  /** Every file's content and time, the index's among them. */
  private Map<String, String> state() throws IOException, InterruptedException {
    Map<String, String> state = new TreeMap<>();
    List<String> files =
        new ArrayList<>(git.git(house, "ls-files", "--cached", "--others").lines().toList());
    files.add(".git/index");
    for (String file : files) {
      Path path = house.resolve(file);
      String text = Files.readString(path, StandardCharsets.ISO_8859_1);
      state.put(file, Files.getLastModifiedTime(path) + " " + text);
    }
    return state;
  }
}

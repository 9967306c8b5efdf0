// A work tree as it is, as a tree object and a commit that no branch knows.
package dev.loadline.revisions;

import dev.loadline.stacks.CaredFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tracked changes, and untracked files that are not ignored. It is made by an index of its own, so
 * that the user's index and files stay as they are.
 *
 * @param commit that can be checked out
 * @param id of the commit; of the tree where something is changed, since equal content has an equal
 *     id then
 */
record Snapshot(String commit, String id) {
  /** The same content makes the same commit, whoever and whenever. */
  private static final Map<String, String> NOBODY =
      Map.of(
          "GIT_AUTHOR_NAME", "loadline",
          "GIT_AUTHOR_EMAIL", "loadline@localhost",
          "GIT_AUTHOR_DATE", "2000-01-01T00:00:00Z",
          "GIT_COMMITTER_NAME", "loadline",
          "GIT_COMMITTER_EMAIL", "loadline@localhost",
          "GIT_COMMITTER_DATE", "2000-01-01T00:00:00Z");

  /** {@code 1 <XY> S<c><m><u> <three modes> <two names> <path>}. */
  private static final Pattern CHANGED_WITHIN =
      Pattern.compile("1 \\S+ S.(?:M.|.U) (?:\\S+ ){5}(.*)", Pattern.DOTALL);

  /**
   * @param leaveOut files that stay as HEAD has them, or away
   * @return of HEAD itself when nothing is changed
   * @throws RevisionError it cannot be made, with what git said
   */
  static Snapshot of(Repository repository, List<Path> leaveOut, Consumer<String> onProgress)
      throws InterruptedException {
    String head = head(repository);
    try {
      Path folder = CaredFolders.temporary("loadline-index-");
      CaredFolders cared = CaredFolders.over(folder);
      try {
        Path index = folder.resolve("index");
        Git git = repository.git().with(Map.of("GIT_INDEX_FILE", index.toString()));
        begin(repository, git, index);
        tellHiddenChanges(repository, git, onProgress);
        List<String> add = new ArrayList<>(List.of("add", "--all", "--", ":/"));
        add.addAll(excluded(leaveOut, repository.top(), git));
        git.tell(add.toArray(String[]::new));
        return written(git, head);
      } finally {
        cared.kill();
      }
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  /**
   * Only what git would add: it refuses to be told of a file that it ignores anyway.
   *
   * @return as git wants them; without those that lie elsewhere
   */
  private static List<String> excluded(List<Path> files, Path top, Git git)
      throws InterruptedException {
    List<String> places = files.stream().flatMap(file -> place(file, top).stream()).toList();
    if (places.isEmpty()) {
      return List.of();
    }
    List<String> list = new ArrayList<>(List.of("ls-files", "-z", "--cached", "--others"));
    list.addAll(List.of("--exclude-standard", "--"));
    places.forEach(place -> list.add(":(top,literal)" + place));
    return Stream.of(git.tell(list.toArray(String[]::new)).split("\0"))
        .filter(name -> !name.isEmpty())
        .distinct()
        .map(name -> ":(top,exclude,literal)" + name)
        .toList();
  }

  /** From the top on; empty when it lies elsewhere. */
  private static Optional<String> place(Path file, Path top) {
    try {
      Path folder = file.toAbsolutePath().normalize().getParent();
      if (!Files.isDirectory(folder) || !folder.toRealPath().startsWith(top)) {
        return Optional.empty();
      }
      return Optional.of(
          top.relativize(folder.toRealPath().resolve(file.getFileName())).toString());
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static Snapshot written(Git git, String head) throws InterruptedException {
    String tree = git.tell("write-tree");
    if (tree.equals(git.tell("rev-parse", "HEAD^{tree}"))) {
      return new Snapshot(head, head);
    }
    String commit =
        git.with(NOBODY)
            .tell("commit-tree", "--no-gpg-sign", "-p", head, "-m", "The work tree as it is", tree);
    return new Snapshot(commit, tree);
  }

  private static String head(Repository repository) throws InterruptedException {
    return repository
        .commit("HEAD")
        .orElseThrow(
            () ->
                new RevisionError(
                    repository.top() + " has no commit yet",
                    List.of("commit first: there is nothing to compare with")));
  }

  /**
   * The user's own index knows what is staged although it is ignored, what a sparse checkout leaves
   * out, and what need not be read again; where there is none, HEAD's content is taken.
   */
  private static void begin(Repository repository, Git git, Path index)
      throws IOException, InterruptedException {
    if (!Files.exists(repository.index())) {
      git.tell("read-tree", "HEAD");
      return;
    }
    Files.copy(repository.index(), index);
    // git reads a file again that is as young as the index: it may have been written to in the same
    // tick of the clock.
    long age = Files.getLastModifiedTime(repository.index()).toMillis() - 1;
    Files.setLastModifiedTime(index, FileTime.fromMillis(age));
  }

  /**
   * A submodule comes from its own repository, by its commit: changes within it cannot come along.
   */
  private static void tellHiddenChanges(Repository repository, Git git, Consumer<String> onProgress)
      throws InterruptedException {
    if (!Worktree.hasSubmodules(repository.top())) {
      return;
    }
    String status =
        git.tell(
            "status", "--porcelain=v2", "-z", "--ignore-submodules=none", "--untracked-files=no");
    for (String line : status.split("\0")) {
      Matcher changed = CHANGED_WITHIN.matcher(line);
      if (changed.matches()) {
        onProgress.accept(
            "changes within the submodule %s are left out: commit them there first"
                .formatted(changed.group(1)));
      }
    }
  }
}

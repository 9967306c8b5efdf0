// A commit in a temporary folder of its own, as a git worktree.
package dev.loadline.revisions;

import dev.loadline.stacks.CaredFolders;
import dev.loadline.stacks.Ending;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** It is gone when it is no longer wanted. */
final class Worktree {
  private final Repository repository;
  private final Path top;
  private final CaredFolders cared;
  private boolean isRemoved;

  private Worktree(Repository repository, Path top, CaredFolders cared) {
    this.repository = repository;
    this.top = top;
    this.cared = cared;
  }

  /**
   * The repository's record of it is in care too: without its folder it would be left for {@code
   * git worktree prune}, which removes records of the user's as well whose disk is not there just
   * now.
   *
   * @throws RevisionError git cannot check it out; nothing is left of it then
   */
  static Worktree add(
      Repository repository, String commit, String name, Consumer<String> onProgress)
      throws InterruptedException {
    Worktree worktree = prepare(repository);
    boolean isAdded = false;
    try {
      String top = worktree.top.toString();
      repository.git().tell("worktree", "add", "--quiet", "--detach", top, commit);
      worktree.updateSubmodules(name, onProgress);
      isAdded = true;
      return worktree;
    } finally {
      if (!isAdded) {
        worktree.remove();
      }
    }
  }

  private static Worktree prepare(Repository repository) {
    try {
      Path top = CaredFolders.temporary("loadline-revision-");
      // git names the record as the folder is named, which is a name that nobody else has.
      Path record = repository.gitFolder().resolve("worktrees").resolve(top.getFileName());
      return new Worktree(repository, top, CaredFolders.over(top, record));
    } catch (IOException full) {
      throw new UncheckedIOException(full);
    }
  }

  Path top() {
    return top;
  }

  /** May be called more than once. */
  synchronized void remove() throws InterruptedException {
    if (isRemoved) {
      return;
    }
    isRemoved = true;
    try {
      Git.in(repository.gitFolder()).run("worktree", "remove", "--force", top.toString());
    } finally {
      // What git does not remove, for example since the record was broken.
      cared.kill();
    }
  }

  private void updateSubmodules(String name, Consumer<String> onProgress)
      throws InterruptedException {
    if (!hasSubmodules(top)) {
      return;
    }
    onProgress.accept("fetching the submodules of " + name);
    Ending ending = Git.in(top).run("submodule", "--quiet", "update", "--init", "--recursive");
    if (ending.exitCode() == 0) {
      return;
    }
    List<String> help = new ArrayList<>(ending.output().lines().toList());
    help.add(
        "what git submodule update --init --recursive can fetch here is needed: is the commit"
            + " pushed, may it be read?");
    throw new RevisionError("the submodules of " + name + " cannot be had", help);
  }

  static boolean hasSubmodules(Path top) {
    return Files.exists(top.resolve(".gitmodules"));
  }
}

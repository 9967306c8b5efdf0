// A git repository as a house lies in it, and which commit a name means there.
package dev.loadline.revisions;

import dev.loadline.stacks.Ending;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * @param top the folder of its work tree
 * @param prefix from there to the house; empty when they are the same
 * @param gitFolder where it keeps what all its work trees share
 * @param index the work tree's index
 */
record Repository(Path top, String prefix, Path gitFolder, Path index, boolean isShallow) {
  /**
   * @return empty when the folder is in no git repository
   * @throws RevisionError git cannot read it, or is not there
   */
  static Optional<Repository> of(Path folder) throws InterruptedException {
    Ending found =
        Git.in(folder)
            .run(
                "rev-parse",
                "--path-format=absolute",
                "--show-toplevel",
                "--git-common-dir",
                "--git-path",
                "index",
                "--is-shallow-repository",
                "--show-prefix");
    if (found.exitCode() != 0) {
      if (found.output().contains("not a git repository")
          || found.output().contains("must be run in a work tree")) {
        return Optional.empty();
      }
      throw new RevisionError("git cannot read " + folder, found.output().lines().toList());
    }
    List<String> lines = found.stdout().lines().toList();
    String prefix = lines.size() > 4 ? lines.get(4).replaceFirst("/$", "") : "";
    return Optional.of(
        new Repository(
            Path.of(lines.get(0)),
            prefix,
            Path.of(lines.get(1)),
            Path.of(lines.get(2)),
            lines.get(3).equals("true")));
  }

  Git git() {
    return Git.in(top);
  }

  /** Where it keeps its objects. */
  Path objects() {
    return gitFolder.resolve("objects");
  }

  /**
   * @return empty when there is none of that name
   * @throws RevisionError it is more than one
   */
  Optional<String> commit(String name) throws InterruptedException {
    Ending found = git().run("rev-parse", "--verify", "--end-of-options", name + "^{commit}");
    if (found.exitCode() == 0) {
      return Optional.of(found.stdout().strip());
    }
    if (!found.output().contains(" is ambiguous")) {
      return Optional.empty();
    }
    throw new RevisionError(
        quoted(name) + " is more than one object of " + top, List.of("write more digits of it"));
  }

  /**
   * @param name that no commit has
   * @return with what may help
   */
  RevisionError unknown(String name) throws InterruptedException {
    List<String> help = new ArrayList<>();
    nearNames(name).forEach(near -> help.add("did you mean " + near + "?"));
    if (isShallow) {
      help.add("this clone is shallow: git fetch --unshallow brings its whole history");
    }
    Optional<String> remote = git().tell("remote").lines().findFirst();
    remote
        .flatMap(from -> branchIn(name, from))
        .ifPresent(
            branch ->
                help.add(
                    "git fetch %1$s %2$s brings that branch, as %1$s/%2$s"
                        .formatted(remote.get(), branch)));
    return new RevisionError(
        "unknown revision %s: %s has no such branch, tag or commit, and there is no such folder"
            .formatted(quoted(name), top),
        help);
  }

  /** Branches of remotes. */
  private List<String> nearNames(String name) throws InterruptedException {
    return git()
        .tell("for-each-ref", "--format=%(refname:lstrip=2)", "refs/remotes")
        .lines()
        .filter(each -> each.endsWith("/" + name))
        .toList();
  }

  /** Empty when it is no name of a branch. */
  private static Optional<String> branchIn(String name, String remote) {
    String branch = name.startsWith(remote + "/") ? name.substring(remote.length() + 1) : name;
    boolean isPlain =
        branch.matches("\\w[\\w./+-]*")
            && !branch.matches("[0-9a-f]{7,}")
            && !branch.equals("HEAD");
    return isPlain ? Optional.of(branch) : Optional.empty();
  }

  static String quoted(String name) {
    return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}

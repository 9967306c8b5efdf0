// Brings one side of a comparison into a folder.
package dev.loadline.revisions;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A folder in a git repository is taken with its changes, as the working tree is; one without git
 * is used where it is, and nothing is built into it.
 */
public final class CheckOut {
  private static final String WORKING_TREE = "the working tree";

  /** Such a name means a folder, whatever branches there are. */
  private static final Pattern FOLDER = Pattern.compile("^(/|\\.{1,2}(/|$))");

  private final Path root;
  private final Consumer<String> onProgress;

  private CheckOut(Path root, Consumer<String> onProgress) {
    this.root = root;
    this.onProgress = onProgress;
  }

  /**
   * @param root the house
   * @param name a revision ({@code main}, {@code v1.2}, {@code main~3}, {@code origin/main}, a
   *     commit's digits) or a folder; empty for the house's working tree
   * @throws RevisionError it cannot be had; the message says why and what to do
   * @throws dev.loadline.input.InvalidInput a file of its stacks cannot be used
   */
  public static Side side(Path root, Optional<String> name, Consumer<String> onProgress)
      throws InterruptedException {
    CheckOut checkOut = new CheckOut(root.toAbsolutePath().normalize(), onProgress);
    Side side = checkOut.side(name);
    boolean isFit = false;
    try {
      refuseWithoutStacks(side);
      isFit = true;
      return side;
    } finally {
      if (!isFit) {
        side.close();
      }
    }
  }

  private Side side(Optional<String> typed) throws InterruptedException {
    if (typed.isEmpty()) {
      return folderSide(root, WORKING_TREE);
    }
    String name = typed.get();
    if (name.startsWith("-")) {
      throw new RevisionError(
          Repository.quoted(name) + " is no revision: none begins with \"-\"", List.of());
    }
    if (FOLDER.matcher(name).find()) {
      return folderSide(folder(name), name);
    }
    boolean isFolder = Files.isDirectory(folder(name));
    Optional<Repository> repository = repositoryFor(root, isFolder);
    Optional<String> commit =
        repository.isPresent() ? repository.get().commit(name) : Optional.empty();
    if (commit.isPresent()) {
      return worktreeSide(repository.get(), new Snapshot(commit.get(), commit.get()), name);
    }
    if (isFolder) {
      return folderSide(folder(name), name);
    }
    if (repository.isPresent()) {
      throw repository.get().unknown(name);
    }
    throw new RevisionError(
        "%s is no folder, and %s is in no git repository".formatted(Repository.quoted(name), root),
        List.of("name a folder, or run it in a clone of the repository"));
  }

  private static Path folder(String name) {
    return Path.of(name).toAbsolutePath().normalize();
  }

  /**
   * @param isDispensable whether it will do without git
   */
  private static Optional<Repository> repositoryFor(Path folder, boolean isDispensable)
      throws InterruptedException {
    try {
      return Repository.of(folder);
    } catch (NoGit noGit) {
      if (isDispensable) {
        return Optional.empty();
      }
      throw noGit;
    }
  }

  private Side folderSide(Path folder, String name) throws InterruptedException {
    if (!Files.isDirectory(folder)) {
      throw new RevisionError("there is no folder " + folder, List.of());
    }
    Optional<Repository> repository = repositoryFor(folder, true);
    return repository.isEmpty()
        ? new Side(name, Optional.empty(), folder, Optional.empty())
        : worktreeSide(repository.get(), Snapshot.of(repository.get(), onProgress), name);
  }

  private Side worktreeSide(Repository repository, Snapshot snapshot, String name)
      throws InterruptedException {
    onProgress.accept("checking out %s (%.10s)".formatted(name, snapshot.id()));
    Worktree worktree = Worktree.add(repository, snapshot.commit(), name, onProgress);
    String prefix = repository.prefix();
    return new Side(
        name,
        Optional.of(snapshot.id()),
        prefix.isEmpty() ? worktree.top() : worktree.top().resolve(prefix),
        Optional.of(new Side.Checkout(worktree, prefix, repository.objects())));
  }

  private static void refuseWithoutStacks(Side side) {
    Path schema = side.folder().resolve("contracts/schema/stack.schema.json");
    if (Files.exists(schema) && !side.stacks().isEmpty()) {
      return;
    }
    Object what = side.checkout().isPresent() ? side.name() : side.folder();
    throw new RevisionError(
        what + " has no stacks to compare",
        List.of(
            "node/servers/stacks.json or java/servers/stacks.json lists them, in the folder that"
                + " holds contracts/"));
  }
}

// One side of a comparison in a folder: a revision, the working tree as it is, or a folder that is
// there already.
package dev.loadline.revisions;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.Problem;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Stacks;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Closing it removes what is temporary of it. */
public final class Side implements AutoCloseable {
  /**
   * How git knows it.
   *
   * @param worktree where it is
   * @param prefix from there to the house; empty when they are the same
   * @param objects where the repository keeps its objects
   */
  record Checkout(Worktree worktree, String prefix, Path objects) {
    Path top() {
      return worktree.top();
    }
  }

  private final String name;
  private final Optional<String> commit;
  private final Path folder;
  private final Optional<Checkout> checkout;

  Side(String name, Optional<String> commit, Path folder, Optional<Checkout> checkout) {
    this.name = name;
    this.commit = commit;
    this.folder = folder;
    this.checkout = checkout;
  }

  /** As it was typed, or {@code the working tree}. */
  public String name() {
    return name;
  }

  /** Of a work tree with changes the id of its tree; empty for a folder without git. */
  public Optional<String> commit() {
    return commit;
  }

  /** The house. */
  public Path folder() {
    return folder;
  }

  /** Empty for a folder without git. */
  Optional<Checkout> checkout() {
    return checkout;
  }

  /**
   * @throws InvalidInput whose files are named with the side, as git names them
   */
  public List<Stack> stacks() {
    try {
      return Stacks.load(folder);
    } catch (InvalidInput invalid) {
      throw new InvalidInput(invalid.problems().stream().map(this::named).toList());
    }
  }

  private Problem named(Problem problem) {
    String file = name + ":" + problem.file();
    return new Problem(file, problem.pointer(), problem.expected(), problem.actual());
  }

  /** May be called more than once. */
  @Override
  public void close() {
    try {
      if (checkout.isPresent()) {
        checkout.get().worktree().remove();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

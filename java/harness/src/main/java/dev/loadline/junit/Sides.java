// Both sides of a comparison in folders of their own: a base, and the working tree as it is.
package dev.loadline.junit;

import dev.loadline.reports.Compared;
import dev.loadline.reports.Compared.NotCompared;
import dev.loadline.reports.Compared.Revision;
import dev.loadline.revisions.CheckOut;
import dev.loadline.revisions.Side;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Closing it removes what is temporary of both. */
record Sides(Side base, Side head) implements AutoCloseable {
  /** What is meant as a folder, whatever branches there are. */
  private static final Pattern RELATIVE = Pattern.compile("^\\.{1,2}(/|$)");

  /**
   * @param root the house
   * @param base a revision, or a folder from the house on
   * @throws dev.loadline.revisions.RevisionError one of them cannot be had
   * @throws dev.loadline.input.InvalidInput a file of its stacks cannot be used
   */
  static Sides checkOut(Path root, String base, Consumer<String> onProgress)
      throws InterruptedException {
    // Maven runs tests in the folder of their module, which nobody means.
    String name = RELATIVE.matcher(base).find() ? root.resolve(base).normalize().toString() : base;
    Side before = CheckOut.side(root, Optional.of(name), onProgress);
    boolean isWhole = false;
    try {
      Sides sides = new Sides(before, CheckOut.side(root, Optional.empty(), onProgress));
      isWhole = true;
      return sides;
    } finally {
      if (!isWhole) {
        before.close();
      }
    }
  }

  /** Such as {@code from main to the working tree}. */
  String change() {
    return "from %s to %s".formatted(base.name(), head.name());
  }

  Compared compared(List<NotCompared> notCompared) {
    return new Compared(revision(base), revision(head), notCompared);
  }

  private static Revision revision(Side side) {
    return new Revision(side.name(), side.commit());
  }

  /** May be called more than once. */
  @Override
  public void close() {
    base.close();
    head.close();
  }
}

// Which two revisions a run has compared, and what of them it has not.
package dev.loadline.reports;

import java.util.List;
import java.util.Optional;

/**
 * @param notCompared stacks of which nothing is said
 */
public record Compared(Revision base, Revision head, List<NotCompared> notCompared) {

  /**
   * @param name as it was typed
   * @param commit of a working tree with changes the id of its tree; empty for a folder without git
   */
  public record Revision(String name, Optional<String> commit) {}

  /** A stack or variant by its id, and why nothing is said of it. */
  public record NotCompared(String stack, String reason) {
    @Override
    public String toString() {
      return stack + ": " + reason;
    }
  }
}

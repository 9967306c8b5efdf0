// What a change can touch of one stack.
package dev.loadline.revisions;

import java.util.List;
import java.util.Optional;

/**
 * @param id of the stack
 * @param workloads those that the change can touch; none where it is not on both sides
 * @param path the first changed file that touches it, from the house
 * @param why for people to read
 */
public record Touched(
    String id, Presence presence, List<String> workloads, Optional<String> path, String why) {
  /** On which sides a stack is. */
  public enum Presence {
    BOTH,
    /** On head's alone. */
    NEW,
    /** On base's alone. */
    GONE
  }

  static Touched absent(String id, Presence presence, Side side) {
    String why = side.name() + " does not have it";
    return new Touched(id, presence, List.of(), Optional.empty(), why);
  }
}

// A session of its own for each server, as Linux shares a core out by session (autogroup,
// sched(7)).
package dev.loadline.stacks;

import java.util.ArrayList;
import java.util.List;

public final class OwnSession {
  private static final String PROGRAM = "setsid";

  private OwnSession() {}

  /** Has the machine the program for it? */
  public static boolean isPossible() {
    return OnPath.has(PROGRAM);
  }

  /** The command, as the first of a session where that is possible. */
  static List<String> of(List<String> command) {
    if (!isPossible()) {
      return command;
    }
    List<String> own = new ArrayList<>(List.of(PROGRAM));
    own.addAll(command);
    return own;
  }
}

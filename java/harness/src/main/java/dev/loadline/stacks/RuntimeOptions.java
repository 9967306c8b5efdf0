// What the harness tells a runtime when it starts a server, so that what is measured is steady.
package dev.loadline.stacks;

import java.util.List;

public final class RuntimeOptions {
  /**
   * A JVM that is warmed on all cores and then pinned to one shall not change its mind about pools
   * and collectors: it takes the machine for one core, and so the serial collector, with a small
   * heap. A collector or a heap that the stack's own command names counts instead.
   */
  private static final List<String> OF_JAVA =
      List.of("-XX:ActiveProcessorCount=1", "-XX:-UsePerfData", "-Xms64m", "-Xmx256m");

  private RuntimeOptions() {}

  /** Options that are added to those of its command, for checks as for measurements. */
  public static List<String> of(Stack stack) {
    return stack.language().equals("java") ? OF_JAVA : List.of();
  }
}

// The one place that makes sure that nothing outlives the harness, however it ends.
package dev.loadline.stacks;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What still runs when the harness ends is killed, and its folder removed. */
public final class InCare {
  private static final Set<Charge> CHARGES = ConcurrentHashMap.newKeySet();

  static {
    // Also on Ctrl-C and on SIGTERM, which Maven sends to the process that runs the tests.
    Runtime.getRuntime().addShutdownHook(new Thread(InCare::killAll));
  }

  private InCare() {}

  /** What runs outside of the harness. */
  public interface Charge {
    /** Ends it without asking, and removes what it has left. */
    void kill();

    /** Does it still write into folders? They are removed after that. */
    default boolean isRunning() {
      return true;
    }
  }

  private static void killAll() {
    CHARGES.stream().filter(Charge::isRunning).forEach(Charge::kill);
    CHARGES.stream().filter(charge -> !charge.isRunning()).forEach(Charge::kill);
  }

  public static void take(Charge charge) {
    CHARGES.add(charge);
  }

  public static void release(Charge charge) {
    CHARGES.remove(charge);
  }
}

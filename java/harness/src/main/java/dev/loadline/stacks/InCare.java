// The one place that makes sure that no server outlives the harness, however it ends.
package dev.loadline.stacks;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Servers that run; what still runs when the harness ends is killed, and its folder removed. */
final class InCare {
  private static final Set<Server> SERVERS = ConcurrentHashMap.newKeySet();

  static {
    // Also on Ctrl-C and on SIGTERM, which Maven sends to the process that runs the tests.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> SERVERS.forEach(Server::kill)));
  }

  private InCare() {}

  static void take(Server server) {
    SERVERS.add(server);
  }

  static void release(Server server) {
    SERVERS.remove(server);
  }
}

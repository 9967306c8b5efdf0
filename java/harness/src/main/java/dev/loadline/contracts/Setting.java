// What stands around the server of a case: the service behind it, and how the server is started
// again.
package dev.loadline.contracts;

import dev.loadline.services.Relay;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import java.util.Optional;

interface Setting {
  /** Puts the same server, with the same environment, in the place of the one that has ended. */
  Server startAgain() throws NotStarted, InterruptedException;

  /**
   * What the server takes for its contract's service; empty where the contract needs none, and for
   * a case without services.
   */
  Optional<Relay> relay();
}

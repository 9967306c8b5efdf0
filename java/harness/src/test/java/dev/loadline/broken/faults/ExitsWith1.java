// Stops when it is told to, as if that were a failure.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import java.net.ServerSocket;

/** Whoever watches it starts it again. */
public final class ExitsWith1 extends HonestServer {
  @Override
  protected void stop(ServerSocket listening) {
    Runtime.getRuntime().halt(1);
  }
}

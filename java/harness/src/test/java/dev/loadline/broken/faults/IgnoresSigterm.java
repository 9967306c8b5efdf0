// Goes on when it is told to stop.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;
import java.net.ServerSocket;
import java.util.concurrent.locks.LockSupport;

/** It takes a SIGKILL to end it. */
public final class IgnoresSigterm extends HonestServer {
  @Override
  protected void stop(ServerSocket listening) {
    while (true) {
      LockSupport.park();
    }
  }
}

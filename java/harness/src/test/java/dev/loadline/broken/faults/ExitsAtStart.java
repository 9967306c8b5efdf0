// Ends before it listens.
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;

/** As a server does whose settings are wrong. */
public final class ExitsAtStart extends HonestServer {
  @Override
  protected void run() {
    System.err.println("the settings are wrong");
    System.exit(3);
  }
}

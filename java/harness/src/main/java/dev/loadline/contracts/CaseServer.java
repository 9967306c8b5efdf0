// The server of a case: the one that it was given or, after a restart, the one in its place.
package dev.loadline.contracts;

import dev.loadline.services.Relay;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Server;
import java.io.IOException;

final class CaseServer {
  private final Setting setting;
  private volatile Server server;
  private volatile long filesAtBegin;

  CaseServer(Server given, Setting setting) throws IOException {
    this.setting = setting;
    take(given);
  }

  private void take(Server next) throws IOException {
    server = next;
    filesAtBegin = next.temporaryFolder().countFiles();
  }

  Server server() {
    return server;
  }

  /** How many temporary files there are more than when the case, or this server, began. */
  long newFiles() throws IOException {
    return server.temporaryFolder().countFiles() - filesAtBegin;
  }

  /** The server before must have ended. */
  void startAgain() throws NotStarted, IOException, InterruptedException {
    take(setting.startAgain());
  }

  Relay relay() {
    return setting
        .relay()
        .orElseThrow(() -> new IllegalStateException(server.id() + " has no relay to a service"));
  }

  /** Counts the connections to the service anew. */
  void begin() throws IOException, InterruptedException {
    if (setting.relay().isPresent()) {
      relay().resetPeak();
    }
  }

  /** Gives the server back what steps have taken from it. */
  void restore() throws IOException, InterruptedException {
    server.temporaryFolder().bringBack();
    if (setting.relay().isPresent()) {
      relay().up();
    }
  }
}

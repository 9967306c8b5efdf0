// Finds a port on loopback that nobody has taken.
package dev.loadline.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

final class FreePort {
  static final String LOOPBACK = "127.0.0.1";

  private FreePort() {}

  static int onLoopback() throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
      return probe.getLocalPort();
    }
  }
}

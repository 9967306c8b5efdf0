// Finds ports that nobody has taken.
package dev.loadline.stacks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.regex.Pattern;

public final class FreePort {
  private static final Pattern TAKEN =
      Pattern.compile("EADDRINUSE|address already in use|BindException", Pattern.CASE_INSENSITIVE);

  private FreePort() {}

  /** Somebody else may take it between our look and its use. */
  public static int on(String host) throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      return probe.getLocalPort();
    }
  }

  /** Does a program that did not start say that its port was taken? */
  public static boolean isTaken(String message) {
    return TAKEN.matcher(message).find();
  }
}

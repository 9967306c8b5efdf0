// Finds ports that nobody has taken.
package dev.loadline.stacks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Optional;
import java.util.regex.Pattern;

public final class FreePort {
  private static final Pattern TAKEN =
      Pattern.compile("EADDRINUSE|address already in use|BindException", Pattern.CASE_INSENSITIVE);

  private FreePort() {}

  /** Somebody else may take it between our look and its use. */
  static int on(String host) throws IOException {
    try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      return probe.getLocalPort();
    }
  }

  /**
   * A free port, with a folder that bears its number, so that no two harnesses choose the same port
   * for what starts at the same time: the slower server would be taken for ready by what the faster
   * one answers. Whoever removes the folder gives both back.
   */
  public static Claim claim(String host) throws IOException {
    return claim(() -> on(host));
  }

  static Claim claim(Look look) throws IOException {
    while (true) {
      int port = look.port();
      Optional<TemporaryFolder> folder = TemporaryFolder.createFor(port);
      if (folder.isPresent()) {
        return new Claim(port, folder.get());
      }
    }
  }

  public record Claim(int port, TemporaryFolder folder) {}

  /** Finds a port that is free. */
  interface Look {
    int port() throws IOException;
  }

  /** Does a program that did not start say that its port was taken? */
  public static boolean isTaken(String message) {
    return TAKEN.matcher(message).find();
  }
}

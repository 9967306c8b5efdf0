// A server of these tests whose process only stands in for it: who answers is within the test.
package dev.loadline.stacks;

import java.io.IOException;
import java.nio.file.Path;

public final class StandIn {
  private static final Path TMP = Path.of(System.getProperty("java.io.tmpdir"));

  private StandIn() {}

  /**
   * Returns once the process heeds SIGTERM; before, it would die of it.
   *
   * @param port on which somebody answers
   * @param exitCode with which the process ends when it is asked to
   */
  public static Server on(int port, int exitCode) throws IOException {
    String script = "trap 'kill $!; exit %d' TERM; sleep 60 & echo; wait".formatted(exitCode);
    Process process = new ProcessBuilder("sh", "-c", script).start();
    if (process.getInputStream().read() != '\n') {
      throw new IOException("the process that stands in for a server has ended");
    }
    Server server = new Server("java/small", process, port, TemporaryFolder.createIn(TMP));
    InCare.take(server);
    return server;
  }
}

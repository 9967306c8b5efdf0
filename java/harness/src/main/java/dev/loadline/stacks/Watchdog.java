// Ends processes and removes a folder when the harness has died without a chance to do it itself.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A shell that waits at the end of a pipe, which the system closes with the harness, SIGKILL or
 * not.
 */
final class Watchdog {
  /** What a terminal sends to all is not for it. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      while read -r word; do
        [ "$word" = done ] && exit 0
        pids="$pids $word"
      done
      kill -9 $pids
      sleep 0.2
      rm -rf -- "$1"
      """;

  private final OutputStream pipe;

  private Watchdog(OutputStream pipe) {
    this.pipe = pipe;
  }

  static Watchdog over(Path folder) throws IOException {
    Process shell =
        new ProcessBuilder("sh", "-c", SCRIPT, "watchdog", folder.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Watchdog(shell.getOutputStream());
  }

  void watch(Process process) throws IOException {
    tell(Long.toString(process.pid()));
  }

  /** Everything has ended as it should. */
  void dismiss() {
    try (pipe) {
      tell("done");
    } catch (IOException gone) {
      // It was killed from outside: there is nobody to dismiss.
      return;
    }
  }

  private void tell(String word) throws IOException {
    pipe.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
    pipe.flush();
  }
}

// Ends processes and removes folders when the harness has died without a chance to do it itself.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A shell that waits at the end of a pipe, which the system closes with the harness, SIGKILL or
 * not.
 */
final class Watchdog {
  /** What a terminal sends to all is not for it. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      tree() {
        echo "$1"
        ps -A -o pid= -o ppid= | while read -r pid parent; do
          [ "$parent" = "$1" ] && tree "$pid"
        done
      }
      while read -r word; do
        [ "$word" = done ] && exit 0
        pids="$pids $word"
      done
      kill -9 $(for pid in $pids; do tree "$pid"; done)
      sleep 0.2
      rm -rf -- "$@"
      """;

  private final OutputStream pipe;

  private Watchdog(OutputStream pipe) {
    this.pipe = pipe;
  }

  static Watchdog over(Path... folders) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", SCRIPT, "watchdog"));
    Stream.of(folders).map(Path::toString).forEach(command::add);
    Process shell =
        new ProcessBuilder(command)
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

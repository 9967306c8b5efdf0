// Ends the services and removes their folder when this process has died without a chance to do it.
package dev.loadline.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * A shell that waits at the end of a pipe, which the system closes with this process, SIGKILL or
 * not.
 */
final class Watchdog {
  /** What a terminal sends to all is not for it. A killed service may write for a moment. */
  private static final String SCRIPT =
      """
      trap '' HUP INT TERM
      while read -r word; do
        [ "$word" = done ] && exit 0
        pids="$pids $word"
      done
      kill -9 $pids
      for again in 1 2 3 4 5 6 7 8 9 10; do
        sleep 0.2
        rm -rf -- "$1" && exit 0
      done
      """;

  private final Process shell;
  private final Set<Long> watched = new HashSet<>();

  private Watchdog(Process shell) {
    this.shell = shell;
  }

  static Watchdog over(Path folder) throws IOException {
    return new Watchdog(
        new ProcessBuilder("sh", "-c", SCRIPT, "watchdog", folder.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  boolean isIt(ProcessHandle process) {
    return process.pid() == shell.pid();
  }

  void watch(Collection<ProcessHandle> processes) {
    for (ProcessHandle process : processes) {
      if (watched.add(process.pid())) {
        tell(Long.toString(process.pid()));
      }
    }
  }

  /** Everything has ended as it should. */
  void dismiss() {
    tell("done");
  }

  /** One that was killed from outside need not be told anything. */
  private void tell(String word) {
    OutputStream pipe = shell.getOutputStream();
    try {
      pipe.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
      pipe.flush();
    } catch (IOException gone) {
      System.err.println("the watchdog is gone: " + gone.getMessage());
    }
  }
}

// Keeps processes on their cores.
package dev.loadline.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

final class Pinning {
  private Pinning() {}

  /**
   * Moves processes, with all the threads that they have, to the cores. Later threads inherit them.
   *
   * @param cores none to leave them where they are
   */
  static void pin(List<Long> pids, List<Integer> cores) throws InterruptedException {
    if (cores.isEmpty()) {
      return;
    }
    for (long pid : pids) {
      // One that has just ended needs no core.
      run(List.of("taskset", "-acp", listed(cores), Long.toString(pid)));
    }
  }

  /** The command, kept to the cores from its first instruction. */
  static List<String> pinned(List<Integer> cores, List<String> command) {
    if (cores.isEmpty()) {
      return command;
    }
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", listed(cores)));
    pinned.addAll(command);
    return pinned;
  }

  private static String listed(List<Integer> cores) {
    return cores.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static void run(List<String> command) throws InterruptedException {
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }
}

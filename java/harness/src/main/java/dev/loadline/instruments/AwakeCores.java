// Keeps cores awake while they are measured on.
package dev.loadline.instruments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A virtual machine gives back a core that has nothing to do, and waits until it has it again: for
 * milliseconds, where others want it too. A program of the lowest priority keeps it, and leaves it
 * to driver and servers at once.
 */
public final class AwakeCores {
  /**
   * {@code dd} is in the kernel all the time: a program that turns in its own code is told of a
   * waiting server at the next tick, up to 4 ms later. A session may have half of a core, whatever
   * the priority in it (sched(7), autogroup): where it cannot be made the least, nothing turns. It
   * ends with its standard input, which the system closes with the harness.
   */
  private static final String TURN =
      """
      grep -q '^flags.* hypervisor' /proc/cpuinfo || exit
      if [ -e /proc/self/autogroup ]; then
        echo 19 > /proc/self/autogroup || { sleep 0.2; echo 19 > /proc/self/autogroup; } || exit
      fi
      for core; do
        taskset -c "$core" chrt --idle 0 dd if=/dev/zero of=/dev/null bs=1 & turning="$turning $!"
      done
      read -r end
      kill -9 $turning
      wait
      """;

  private final Optional<Process> shell;

  private AwakeCores(Optional<Process> shell) {
    this.shell = shell;
  }

  /**
   * @param cores none where nobody is kept to cores
   */
  public static AwakeCores keep(List<Integer> cores) {
    if (cores.isEmpty()) {
      return new AwakeCores(Optional.empty());
    }
    // A session of its own: what a terminal sends to all is not for it.
    List<String> command = new ArrayList<>(List.of("setsid", "sh", "-c", TURN, "keep-awake"));
    cores.stream().map(String::valueOf).forEach(command::add);
    try {
      return new AwakeCores(
          Optional.of(
              new ProcessBuilder(command)
                  .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                  .redirectError(ProcessBuilder.Redirect.DISCARD)
                  .start()));
    } catch (IOException noProgram) {
      throw new UncheckedIOException(noProgram);
    }
  }

  /** Of the shell over what turns; empty where none is kept awake. */
  Optional<ProcessHandle> shell() {
    return shell.map(Process::toHandle);
  }

  /** They may fall asleep again. */
  public void end() throws InterruptedException {
    if (shell.isEmpty()) {
      return;
    }
    try {
      shell.get().getOutputStream().close();
    } catch (IOException endedBefore) {
      // There is nothing to end.
      return;
    }
    shell.get().waitFor();
  }
}

// Decides which cores the driver and the servers run on, and keeps processes there.
package dev.loadline.instruments;

import dev.loadline.stacks.OnPath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * @param driver its cores; none where nothing is pinned
 * @param servers theirs; none where nothing is pinned
 * @param reason why nothing is pinned
 */
public record Cores(List<Integer> driver, List<Integer> servers, Optional<String> reason) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern ALLOWED =
      Pattern.compile("^Cpus_allowed_list:\\s*(\\S+)", Pattern.MULTILINE);

  /** For this machine: the driver gets the last core, the servers the rest. */
  public static Cores ofThisMachine() {
    return of(allowedCores(), OnPath.has("taskset"));
  }

  static Cores of(List<Integer> allowed, boolean taskset) {
    if (!taskset) {
      return unpinned("taskset is not on this machine");
    }
    if (allowed.size() < 2) {
      return unpinned("there is one core: driver and server compete for it");
    }
    int last = allowed.size() - 1;
    return new Cores(allowed.subList(last, last + 1), allowed.subList(0, last), Optional.empty());
  }

  private static Cores unpinned(String reason) {
    return new Cores(List.of(), List.of(), Optional.of(reason));
  }

  /** All that are pinned to; none where nothing is. */
  public List<Integer> all() {
    return Stream.concat(servers.stream(), driver.stream()).toList();
  }

  /** How many there are; one where that is not known. */
  public int count() {
    return Math.max(1, all().size());
  }

  /** How many cores the servers share. */
  public int serverCores() {
    return Math.max(1, servers.size());
  }

  /**
   * Moves processes, with all the threads that they have, to the cores. Later threads inherit them.
   *
   * @param cores none to leave them where they are
   */
  public static void pin(List<Long> pids, List<Integer> cores) throws InterruptedException {
    if (cores.isEmpty()) {
      return;
    }
    for (long pid : pids) {
      // One that has just ended needs no core.
      run(List.of("taskset", "-acp", listed(cores), Long.toString(pid)));
    }
  }

  /** The command, kept to the cores from its first instruction. */
  public static List<String> pinned(List<Integer> cores, List<String> command) {
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

  private static List<Integer> allowedCores() {
    if (!Files.exists(STATUS)) {
      return List.of();
    }
    try {
      Matcher list = ALLOWED.matcher(Files.readString(STATUS));
      return list.find() ? coresIn(list.group(1)) : List.of();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /**
   * @param list such as {@code 0-2,5}
   */
  static List<Integer> coresIn(String list) {
    return Arrays.stream(list.split(","))
        .map(range -> range.split("-"))
        .flatMap(
            ends ->
                IntStream.rangeClosed(
                        Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]))
                    .boxed())
        .toList();
  }
}

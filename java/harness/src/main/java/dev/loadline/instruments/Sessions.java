// Tells whether Linux shares a core out by session.
package dev.loadline.instruments;

import dev.loadline.stacks.OwnSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Where Linux shares a core out by session (autogroup, sched(7)), a server with fifty busy threads
 * has no more of it than one with one, if each has a session of its own.
 */
public final class Sessions {
  private Sessions() {}

  /** Does a server get as much of a core as another one, however many threads they have? */
  public static boolean shareCores() {
    return OwnSession.isPossible() && shareCores(Path.of("/"));
  }

  /**
   * @param root of the file system
   */
  static boolean shareCores(Path root) {
    boolean isOn = read(root.resolve("proc/sys/kernel/sched_autogroup_enabled")).equals("1");
    return isOn && !isInGroup(root, read(root.resolve("proc/self/cgroup")));
  }

  /**
   * In a control group of the CPU's the group is shared out instead, among all of its threads.
   *
   * @param groups lines of {@code hierarchy:controllers:path}; version 2 names no controllers
   */
  private static boolean isInGroup(Path root, String groups) {
    return groups
        .lines()
        .map(line -> line.split(":", 3))
        .filter(parts -> parts.length == 3)
        .anyMatch(
            parts ->
                parts[1].isEmpty()
                    ? hasWeight(root.resolve("sys/fs/cgroup"), parts[2])
                    : Arrays.asList(parts[1].split(",")).contains("cpu") && !parts[2].equals("/"));
  }

  /** Has the group or one above it a share of its own, as the uppermost never has? */
  private static boolean hasWeight(Path groups, String group) {
    Path folder = groups.resolve(group.substring(1)).normalize();
    for (; folder.startsWith(groups); folder = folder.getParent()) {
      if (Files.exists(folder.resolve("cpu.weight"))) {
        return true;
      }
    }
    return false;
  }

  private static String read(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file).strip() : "";
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}

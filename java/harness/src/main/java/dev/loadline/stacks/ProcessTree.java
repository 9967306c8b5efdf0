// A process and those that it started, and how much memory they use together.
package dev.loadline.stacks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

final class ProcessTree {
  private static final long LOOK_AGAIN_MILLIS = 250;
  private static final long PAGE_BYTES = 4_096;

  private final ProcessHandle root;
  private final Set<ProcessHandle> seen = new LinkedHashSet<>();
  private long lookedAt;

  ProcessTree(ProcessHandle root) {
    this.root = root;
  }

  /** All that are alive, including those whose parent has ended since we saw them last. */
  synchronized List<ProcessHandle> alive() {
    seen.add(root);
    // Looking through all processes takes milliseconds, and memory is sampled every 20.
    if (System.currentTimeMillis() - lookedAt > LOOK_AGAIN_MILLIS) {
      root.descendants().forEach(seen::add);
      lookedAt = System.currentTimeMillis();
    }
    return seen.stream().filter(ProcessHandle::isAlive).toList();
  }

  /** Looks anew, for example before the root is asked to end: its children are lost to us then. */
  synchronized void lookAgain() {
    lookedAt = 0;
    alive();
  }

  void kill() {
    lookAgain();
    alive().forEach(ProcessHandle::destroyForcibly);
  }

  long residentBytes() {
    List<ProcessHandle> processes = alive();
    return Files.isDirectory(Path.of("/proc/self"))
        ? processes.stream().mapToLong(process -> fromProc(process.pid())).sum()
        : fromPs(processes);
  }

  /** A process that has just ended uses nothing. */
  private static long fromProc(long pid) {
    try {
      String[] pages = Files.readString(Path.of("/proc/" + pid + "/statm")).split(" ");
      return Long.parseLong(pages[1]) * PAGE_BYTES;
    } catch (IOException ended) {
      return 0;
    }
  }

  private static long fromPs(List<ProcessHandle> processes) {
    String pids =
        processes.stream().map(p -> Long.toString(p.pid())).collect(Collectors.joining(","));
    try {
      Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", pids).start();
      String kibibytes = new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return kibibytes.lines().mapToLong(line -> Long.parseLong(line.strip()) * 1_024).sum();
    } catch (IOException noPs) {
      throw new IllegalStateException("no /proc and no ps: memory cannot be told here", noPs);
    }
  }
}

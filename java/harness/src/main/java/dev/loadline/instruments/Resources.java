// Reads from /proc what a server and its children have used: CPU time, and memory with its peak.
package dev.loadline.instruments;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

public final class Resources {
  /** USER_HZ, in which /proc tells times, is 100 wherever a JDK runs on Linux. */
  private static final long NANOS_PER_TICK = 10_000_000;

  /**
   * utime and stime are each cut to whole ticks, so that a difference may be two ticks too long.
   */
  private static final long STAT_ERROR_NANOS = 2 * NANOS_PER_TICK;

  /** Fields of schedstat. */
  private static final int RUNNING = 0;

  private static final int WAITING = 1;

  private static final String RESET_PEAK = "5";
  private static final Pattern PEAK = Pattern.compile("^VmHWM:\\s*(\\d+) kB", Pattern.MULTILINE);

  private Resources() {}

  /**
   * CPU time used so far.
   *
   * @param threads nanoseconds by process and thread, exact, of those that live
   * @param compilers those of the threads in which a JVM compiles: what it runs gets faster
   *     meanwhile
   * @param ticksNanos of processes that live and children that ended, in whole ticks
   */
  public record CpuReading(Map<String, Long> threads, Set<String> compilers, long ticksNanos) {

    /**
     * Threads that ended in between are missing from the exact figure; the coarse one has them, and
     * is the floor.
     *
     * @return nanoseconds
     */
    public long until(CpuReading later) {
      long exact =
          later.threads.entrySet().stream()
              .mapToLong(each -> each.getValue() - threads.getOrDefault(each.getKey(), 0L))
              .sum();
      long coarse = later.ticksNanos - ticksNanos - STAT_ERROR_NANOS;
      return Math.max(0, Math.max(exact, coarse));
    }

    /**
     * Of the compilers of JVMs.
     *
     * @return nanoseconds; empty where there is no such thread
     */
    public OptionalLong compilersUntil(CpuReading later) {
      return later.compilers.isEmpty()
          ? OptionalLong.empty()
          : OptionalLong.of(
              later.compilers.stream()
                  .mapToLong(each -> later.threads.get(each) - threads.getOrDefault(each, 0L))
                  .sum());
    }
  }

  /** Why they cannot be read on this machine; empty when they can. */
  public static Optional<String> whyNot() {
    return Files.exists(Path.of("/proc/self/schedstat"))
        ? Optional.empty()
        : Optional.of("it is read from /proc, which Linux alone has");
  }

  public static CpuReading readCpu(List<Long> pids) {
    Map<String, Long> threads = new HashMap<>();
    pids.forEach(pid -> threads.putAll(threadTimes(pid, RUNNING)));
    Set<String> compilers =
        threads.keySet().stream().filter(Resources::isCompiler).collect(Collectors.toSet());
    long ticksNanos = pids.stream().mapToLong(Resources::ticksNanos).sum();
    return new CpuReading(threads, compilers, ticksNanos);
  }

  /**
   * @param task {@code C2 CompilerThread0} and the like, of which Linux keeps 15 characters
   */
  private static boolean isCompiler(String task) {
    return read(task + "/comm").filter(name -> name.matches("C[12] Compiler\\w*\\s*")).isPresent();
  }

  private static Map<String, Long> threadTimes(long pid, int field) {
    Map<String, Long> times = new HashMap<>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      tasks.forEach(
          task ->
              read(task + "/schedstat")
                  .map(stat -> stat.trim().split(" ")[field])
                  .ifPresent(nanos -> times.put(task.toString(), Long.parseLong(nanos))));
    } catch (IOException | UncheckedIOException ended) {
      return times;
    }
    return times;
  }

  /** Nanoseconds for which each thread was ready to run so far and had no core. */
  static Map<String, Long> threadWaits(long pid) {
    return threadTimes(pid, WAITING);
  }

  private static long ticksNanos(long pid) {
    return read("/proc/" + pid + "/stat").map(Resources::ticksOf).orElse(0L) * NANOS_PER_TICK;
  }

  /** Fields 14 to 17 (utime, stime, cutime, cstime), counted after the name in brackets. */
  private static long ticksOf(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Stream.of(fields).skip(11).limit(4).mapToLong(Long::parseLong).sum();
  }

  /** Whether the peaks now count from here on; a container may forbid it. */
  public static boolean resetPeaks(List<Long> pids) {
    try {
      for (long pid : pids) {
        Files.writeString(Path.of("/proc/" + pid + "/clear_refs"), RESET_PEAK);
      }
      return true;
    } catch (IOException forbidden) {
      return false;
    }
  }

  /** The sum of the peaks since they were reset: at most this much at one time. */
  public static long peakResidentBytes(List<Long> pids) {
    return pids.stream()
        .flatMap(pid -> read("/proc/" + pid + "/status").stream())
        .map(PEAK::matcher)
        .filter(Matcher::find)
        .mapToLong(peak -> Long.parseLong(peak.group(1)) * 1_024)
        .sum();
  }

  /** Empty when the process or thread has just ended, or the system has no such file. */
  static Optional<String> read(String file) {
    try {
      return Optional.of(Files.readString(Path.of(file)));
    } catch (IOException ended) {
      return Optional.empty();
    }
  }
}

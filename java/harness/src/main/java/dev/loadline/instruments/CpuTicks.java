// CPU time of the whole machine, and what of it the hypervisor gave to others.
package dev.loadline.instruments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;

/** CPU time of all cores since the machine was started, in hundredths of a second. */
public record CpuTicks(long stolen, long all) {
  /** With more of its CPU at others, what a machine shows says nothing of a server. */
  public static final double STOLEN_MAX = 0.1;

  private static final Path STAT = Path.of("/proc/stat");

  /** user, nice, system, idle, iowait, irq, softirq, steal; guests are within user already. */
  private static final int KINDS = 8;

  /** Empty where the machine does not tell. */
  public static Optional<CpuTicks> now() {
    try {
      return of(Files.readString(STAT));
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /**
   * @param stat the text of /proc/stat
   */
  static Optional<CpuTicks> of(String stat) {
    String[] words = stat.lines().findFirst().orElse("").trim().split("\\s+");
    if (!words[0].equals("cpu") || words.length <= KINDS) {
      return Optional.empty();
    }
    long[] ticks = Arrays.stream(words).skip(1).limit(KINDS).mapToLong(Long::parseLong).toArray();
    return Optional.of(new CpuTicks(ticks[KINDS - 1], Arrays.stream(ticks).sum()));
  }

  public OptionalDouble stolenShareUntil(CpuTicks later) {
    return later.all <= all
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) (later.stolen - stolen) / (later.all - all));
  }
}

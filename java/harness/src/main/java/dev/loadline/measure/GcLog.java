// How long a JVM's collectors have stopped it, as it writes itself: a line a collection.
package dev.loadline.measure;

import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Subjects and yardstick write it alike, and it stays beside the blocks of the run.
 *
 * @param file there is none of a server on another runtime
 */
record GcLog(Path file) {
  private static final Pattern PAUSE = Pattern.compile("Pause .* ([\\d.]+)ms$", Pattern.MULTILINE);
  private static final double MILLIS_A_SECOND = 1_000;

  /**
   * @param process which set of processes it is of: each has a log of its own
   */
  static GcLog beside(Path blocksFile, Variant variant, int process) {
    String name = "gc-%s-%d.log".formatted(variant.id().replaceAll("[/:]", "-"), process);
    return new GcLog(blocksFile.toAbsolutePath().resolveSibling(name));
  }

  /** What makes a JVM write it. */
  List<String> javaOptions() {
    return List.of("-Xlog:gc:file=\"" + file + '"');
  }

  /** Of all collections so far. */
  double pauseSeconds() {
    try {
      return Files.exists(file) ? secondsIn(Files.readString(file)) : 0;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  static double secondsIn(String log) {
    return PAUSE
            .matcher(log)
            .results()
            .mapToDouble(pause -> Double.parseDouble(pause.group(1)))
            .sum()
        / MILLIS_A_SECOND;
  }
}

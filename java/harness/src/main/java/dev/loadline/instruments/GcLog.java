// How long a JVM's collectors have stopped it, as it writes itself: a line a collection.
package dev.loadline.instruments;

import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Subjects and reference write it alike, and it stays beside the blocks of the run. */
public final class GcLog {
  private static final Pattern PAUSE = Pattern.compile("Pause .* ([\\d.]+)ms$", Pattern.MULTILINE);
  private static final double MILLIS_A_SECOND = 1_000;

  private final Path file;
  private long read;
  private double pauseSeconds;

  GcLog(Path file) {
    this.file = file;
  }

  /**
   * @param process which set of processes it is of: each has a log of its own
   * @return empty of a server on another runtime
   */
  public static Optional<GcLog> beside(Path blocksFile, Variant variant, int process) {
    if (!variant.stack().language().equals("java")) {
      return Optional.empty();
    }
    String name = "gc-%s-%d.log".formatted(variant.id().replaceAll("[/:]", "-"), process);
    return Optional.of(new GcLog(blocksFile.toAbsolutePath().resolveSibling(name)));
  }

  /** What makes a JVM write it. */
  public List<String> javaOptions() {
    return List.of("-Xlog:gc:file=\"" + file + '"');
  }

  /** Of all collections so far; only what is new is read. */
  public double pauseSeconds() {
    if (Files.exists(file)) {
      pauseSeconds += secondsIn(newLines());
    }
    return pauseSeconds;
  }

  /** Whole ones: the last may still be written. */
  private String newLines() {
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      byte[] bytes = new byte[(int) (log.length() - read)];
      log.seek(read);
      log.readFully(bytes);
      String text = new String(bytes, StandardCharsets.US_ASCII);
      int end = text.lastIndexOf('\n') + 1;
      read += end;
      return text.substring(0, end);
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

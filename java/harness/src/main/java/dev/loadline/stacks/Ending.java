// How a program that ran to its end has ended, and what it wrote.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * @param exitCode 137 or the like when it was killed
 * @param isLate it was killed, since it took longer than it may
 * @param stdout all of it
 * @param output the end of what it wrote, standard error among it
 */
public record Ending(int exitCode, boolean isLate, String stdout, String output) {
  private static final int OUTPUT_KEPT = 8_000;

  /** What it wrote last may be read so much later than its end is seen. */
  private static final long LAST_WORDS_MILLIS = 2_000;

  /**
   * Runs a program, in the care of the harness.
   *
   * @param env all of it
   * @throws IOException there is no such program
   */
  public static Ending of(
      List<String> command, Path folder, Map<String, String> env, Duration within)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectInput(Path.of("/dev/null").toFile());
    builder.environment().clear();
    builder.environment().putAll(env);
    try (Running running = Running.begin(builder)) {
      boolean isLate = !running.process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
      if (isLate) {
        running.killTree();
        running.process.waitFor();
      }
      running.awaitLastWords();
      return new Ending(
          running.process.exitValue(), isLate, running.stdout(), running.output().strip());
    }
  }

  /** The program, its readers, and those who end it if the harness ends. */
  private static final class Running implements InCare.Charge, AutoCloseable {
    private final Process process;
    private final Watchdog watchdog;
    private final StringBuilder stdout = new StringBuilder();
    private final StringBuilder output = new StringBuilder();
    private final Thread[] readers;

    private Running(Process process, Watchdog watchdog) {
      this.process = process;
      this.watchdog = watchdog;
      readers =
          new Thread[] {
            new Thread(() -> readAll(process.getInputStream(), true), "stdout"),
            new Thread(() -> readAll(process.getErrorStream(), false), "stderr")
          };
    }

    static Running begin(ProcessBuilder builder) throws IOException {
      Watchdog watchdog = Watchdog.over();
      try {
        Running running = new Running(builder.start(), watchdog);
        InCare.take(running);
        watchdog.watch(running.process);
        for (Thread reader : running.readers) {
          reader.setDaemon(true);
          reader.start();
        }
        return running;
      } catch (IOException noProgram) {
        watchdog.dismiss();
        throw noProgram;
      }
    }

    private void readAll(InputStream stream, boolean isStdout) {
      byte[] chunk = new byte[OUTPUT_KEPT];
      try (stream) {
        for (int length = stream.read(chunk); length >= 0; length = stream.read(chunk)) {
          // Bytes, so that a letter which is cut in two comes together again.
          add(new String(chunk, 0, length, StandardCharsets.ISO_8859_1), isStdout);
        }
      } catch (IOException ended) {
        // It was killed while we read: what we have is what there is.
        add("", isStdout);
      }
    }

    private synchronized void add(String bytes, boolean isStdout) {
      if (isStdout) {
        stdout.append(bytes);
      }
      output.append(bytes);
      output.delete(0, Math.max(0, output.length() - OUTPUT_KEPT));
    }

    /** A child that outlives it may keep them open. */
    void awaitLastWords() throws InterruptedException {
      for (Thread reader : readers) {
        reader.join(LAST_WORDS_MILLIS);
      }
    }

    synchronized String stdout() {
      return text(stdout);
    }

    synchronized String output() {
      return text(output);
    }

    private static String text(StringBuilder bytes) {
      return new String(
          bytes.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    void killTree() {
      new ProcessTree(process.toHandle()).kill();
    }

    @Override
    public void kill() {
      killTree();
      close();
    }

    @Override
    public void close() {
      if (process.isAlive()) {
        killTree();
      }
      watchdog.dismiss();
      InCare.release(this);
    }
  }
}

// A program that runs for the harness in a temporary folder of its own, and never outlives it.
package dev.loadline.stacks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

public final class CaredProcess implements InCare.Charge {
  private static final long GONE_WITHIN_MILLIS = 5_000;

  /** What it wrote last may be read so much later than its end is seen. */
  private static final long LAST_WORDS_MILLIS = 500;

  private final TemporaryFolder folder;
  private final Watchdog watchdog;
  private Process process;
  private OutputTail output;

  private CaredProcess(TemporaryFolder folder, Watchdog watchdog) {
    this.folder = folder;
    this.watchdog = watchdog;
  }

  /**
   * The program is not started yet.
   *
   * @param folder goes with it
   */
  public static CaredProcess prepare(TemporaryFolder folder) throws IOException {
    CaredProcess prepared = new CaredProcess(folder, Watchdog.over(folder.path()));
    InCare.take(prepared);
    return prepared;
  }

  public Path folder() {
    return folder.path();
  }

  public void start(List<String> command) throws IOException {
    process = spawn(command);
    output = OutputTail.of(process.getInputStream(), command.get(0));
  }

  /**
   * Runs another program to its end.
   *
   * @return what it wrote
   * @throws IOException it failed
   */
  public String run(List<String> command) throws IOException, InterruptedException {
    Process helper = spawn(command);
    byte[] written = helper.getInputStream().readAllBytes();
    String text = new String(written, StandardCharsets.UTF_8).strip();
    if (helper.waitFor() != 0) {
      throw new IOException(
          "%s ended with exit code %d; it wrote: %s"
              .formatted(command.get(0), helper.exitValue(), text));
    }
    return text;
  }

  private Process spawn(List<String> command) throws IOException {
    Process spawned =
        new ProcessBuilder(command).directory(folder().toFile()).redirectErrorStream(true).start();
    watchdog.watch(spawned);
    return spawned;
  }

  /** Empty while it runs. */
  public Optional<String> whyEnded() throws InterruptedException {
    if (process.isAlive()) {
      return Optional.empty();
    }
    output.awaitEnd(LAST_WORDS_MILLIS);
    return Optional.of(
        "it ended with exit code %d; it wrote: %s".formatted(process.exitValue(), output.text()));
  }

  @Override
  public synchronized void kill() {
    try {
      if (process != null) {
        new ProcessTree(process.toHandle()).kill();
        process.waitFor(GONE_WITHIN_MILLIS, TimeUnit.MILLISECONDS);
      }
      folder.remove();
    } catch (IOException undeletable) {
      throw new UncheckedIOException(undeletable);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    watchdog.dismiss();
    InCare.release(this);
  }
}

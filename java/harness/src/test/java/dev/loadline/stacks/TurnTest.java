// Makers of class archives wait for one another, but not for ever.
package dev.loadline.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnTest {
  private static final long LONG_MILLIS = 60_000;
  private static final long SHORT_MILLIS = 100;

  @TempDir Path folder;

  /** Another process: keeps the file until its input ends. */
  public static void main(String[] file) throws Exception {
    Turn turn = Turn.await(Path.of(file[0]), LONG_MILLIS);
    System.out.write(turn.isAlone() ? '1' : '0');
    System.out.flush();
    System.in.read();
    turn.end();
  }

  @Test
  void isOneThreadsAndThenAnothers() throws Exception {
    CountDownLatch taken = new CountDownLatch(1);
    Turn mine = turn(LONG_MILLIS);
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> take(taken));
    assertThat(mine.isAlone()).isTrue();
    assertThat(taken.await(SHORT_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
    mine.end();
    other.get(LONG_MILLIS, TimeUnit.MILLISECONDS);
    assertThat(taken.getCount()).isZero();
  }

  @Test
  void isOneProcessesAndThenAnothers() throws Exception {
    Process other = otherProcess();
    CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> endIn(SHORT_MILLIS, other));
    Turn mine = turn(LONG_MILLIS);
    mine.end();
    // It has been waited for; its process needs a moment more to be gone.
    assertThat(mine.isAlone()).isTrue();
    ended.get(LONG_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Test
  void isDoneWithoutWhereAnotherProcessKeepsItForTooLong() throws Exception {
    Process other = otherProcess();
    Turn mine = turn(SHORT_MILLIS);
    mine.end();
    endIn(0, other);
    assertThat(mine.isAlone()).isFalse();
  }

  @Test
  void isDoneWithoutWhereThereIsNoSuchFolder() throws Exception {
    Turn mine = Turn.await(folder.resolve("none/lock"), LONG_MILLIS);
    mine.end();
    assertThat(mine.isAlone()).isFalse();
  }

  @Test
  void leavesNothing() throws Exception {
    turn(LONG_MILLIS).end();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  private Turn turn(long withinMillis) throws InterruptedException {
    return Turn.await(folder.resolve("lock"), withinMillis);
  }

  private void take(CountDownLatch taken) {
    try {
      Turn theirs = turn(LONG_MILLIS);
      taken.countDown();
      theirs.end();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** It has its turn when this returns. */
  private Process otherProcess() throws IOException {
    List<String> command =
        List.of(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            TurnTest.class.getName(),
            folder.resolve("lock").toString());
    Process other = new ProcessBuilder(command).start();
    assertThat(other.getInputStream().read()).isEqualTo('1');
    return other;
  }

  private static void endIn(long millis, Process other) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
      other.getOutputStream().close();
      other.waitFor();
    } catch (IOException | InterruptedException broken) {
      throw new IllegalStateException(broken);
    }
  }
}

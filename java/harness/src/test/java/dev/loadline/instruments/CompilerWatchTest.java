// What a server's compilers do is waited for, and what has none is not.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "threads are read from /proc")
class CompilerWatchTest {
  private static final String NAMED = "printf 'C2 CompilerThre' > /proc/$$/comm";

  /** Of 300 ms, by a clock in hundredths. */
  private static final String SOME_WORK =
      "now() { read up rest < /proc/uptime; up=${up%.*}${up#*.}; }; now; end=$((up + 30)); while [ $up -lt $end ]; do now; done";

  private static final String ENDLESS_WORK = "while :; do :; done";

  /**
   * Who is kept off the cores by other tests for as long as a look takes seems to rest: it is tried
   * again for a while.
   */
  private static final long TRIED_FOR_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final List<Process> processes = new ArrayList<>();

  private record Watched(CompilerWatch watch, BufferedReader said) {
    boolean hasRested() throws IOException {
      return said.ready() && "rests".equals(said.readLine());
    }
  }

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void whatCompilersHaveBegunIsWaitedFor() throws Exception {
    boolean waited = false;
    long endsAt = System.nanoTime() + TRIED_FOR_NANOS;
    while (!waited && System.nanoTime() < endsAt) {
      Watched compilers = watched(NAMED, "echo works", SOME_WORK, "echo rests", "read nothing");
      Thread.sleep(60);
      compilers.watch.letFinish();
      waited = compilers.hasRested() && compilers.watch.isCompiling();
    }
    assertThat(waited).isTrue();
  }

  @Test
  void forSomeTimeOnlyAndThoseThatNeverRestStillCompile() throws Exception {
    Watched compilers = watched(NAMED, "echo works", ENDLESS_WORK);
    Thread.sleep(2_500);
    compilers.watch.letFinish();
    assertThat(compilers.watch.isCompiling()).isTrue();
  }

  @Test
  void thoseThatHaveRestedForAWhileCompileNoMore() throws Exception {
    Watched compilers = watched(NAMED, "echo works", "read nothing");
    assertThat(compilers.watch.isCompiling()).isTrue();
    Thread.sleep(2_500);
    compilers.watch.letFinish();
    assertThat(compilers.watch.isCompiling()).isFalse();
  }

  @Test
  void whatHasNoneRestsHoweverBusyItIs() throws Exception {
    Watched none = watched("echo works", ENDLESS_WORK);
    Thread.sleep(60);
    none.watch.letFinish();
    assertThat(none.watch.isCompiling()).isFalse();
  }

  /**
   * @param steps of a shell, which says {@code works} before it does
   */
  private Watched watched(String... steps) throws IOException {
    Process process = new ProcessBuilder("sh", "-c", String.join("; ", steps)).start();
    processes.add(process);
    BufferedReader said = process.inputReader();
    said.readLine();
    return new Watched(new CompilerWatch(() -> List.of(process.pid())), said);
  }
}

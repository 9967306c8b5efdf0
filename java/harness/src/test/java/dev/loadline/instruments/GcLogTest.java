// What a JVM's log tells of its pauses.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GcLogTest {
  private static final String LOG =
      """
      [0.013s][info][gc] Using Serial
      [1.201s][info][gc] GC(0) Pause Young (Allocation Failure) 17M->3M(61M) 4.250ms
      [2.733s][info][gc] GC(1) Pause Full (System.gc()) 20M->2M(61M) 10.500ms
      [2.950s][info][gc] GC(2) Concurrent Mark Cycle 7.000ms
      """;

  @Test
  void pausesAreSummedAndWhatRunsBesideTheServerIsNone() {
    assertThat(GcLog.secondsIn(LOG)).isCloseTo(0.01475, within(1e-9));
  }

  @Test
  void onlyWholeLinesAreReadAndEachOnce(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("gc.log");
    GcLog log = new GcLog(file);
    Files.writeString(file, LOG.substring(0, LOG.indexOf("GC(1)")));
    assertThat(log.pauseSeconds()).isCloseTo(0.00425, within(1e-9));
    Files.writeString(file, LOG);
    assertThat(log.pauseSeconds()).isCloseTo(0.01475, within(1e-9));
    assertThat(log.pauseSeconds()).isCloseTo(0.01475, within(1e-9));
  }

  @Test
  void aServerThatWritesNoneHasNone() {
    assertThat(new GcLog(Path.of("target/there-is-none.log")).pauseSeconds()).isZero();
  }
}

// What a JVM's log tells of its pauses.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

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
  void aServerThatWritesNoneHasNone() {
    assertThat(new GcLog(Path.of("target/there-is-none.log")).pauseSeconds()).isZero();
  }
}

// What of the machine's CPU time went to others.
package dev.loadline.instruments;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuTicksTest {
  @Test
  void stolenTimeIsAShareOfAllCoresAndGuestsAreNotCountedTwice() {
    CpuTicks before = CpuTicks.of("cpu  100 0 100 700 0 0 0 100 9 9\ncpu0 1 2 3\n").orElseThrow();
    CpuTicks after = CpuTicks.of("cpu  150 0 150 750 0 0 0 150 9 9\n").orElseThrow();
    assertThat(before).isEqualTo(new CpuTicks(100, 1_000));
    assertThat(before.stolenShareUntil(after)).hasValue(0.25);
  }

  @Test
  void isUnknownWhereTheMachineDoesNotTell() {
    assertThat(CpuTicks.of("intr 1 2 3\n")).isEmpty();
    CpuTicks ticks = new CpuTicks(0, 5);
    assertThat(ticks.stolenShareUntil(ticks)).isEmpty();
  }
}

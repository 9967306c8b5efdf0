// The rate of the open loop: half of the slowest arm's capacity, and no more than a driver can send
// in time.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopRateTest {
  @Test
  void isHalfOfTheSlowestArmsCapacity() {
    assertThat(OpenLoopRate.of(List.of(3_000.0, 40_000.0))).contains(new OpenLoopRate(1_500, 1.4));
  }

  @Test
  void isNoMoreThanADriverCanSendInTime() {
    assertThat(OpenLoopRate.of(List.of(40_000.0))).contains(new OpenLoopRate(2_100, 1));
  }

  @Test
  void slowArmsGetLongerSlices() {
    assertThat(OpenLoopRate.of(List.of(100.0))).contains(new OpenLoopRate(50, 42));
  }

  @Test
  void goesByTheArmsThatDidSomething() {
    assertThat(OpenLoopRate.of(List.of(0.0, 3_000.0))).contains(new OpenLoopRate(1_500, 1.4));
    assertThat(OpenLoopRate.of(List.of(0.0))).isEmpty();
    assertThat(OpenLoopRate.of(List.of())).isEmpty();
  }
}

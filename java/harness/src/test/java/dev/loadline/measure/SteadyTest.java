// When a server counts as warm, and which cores it gets.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyTest {
  @Test
  void levelSpeedsAreSteady() {
    assertThat(Steady.isSteady(List.of(10.0, 100.0, 101.0, 99.0, 100.0, 101.0, 99.5))).isTrue();
  }

  @Test
  void fewSpeedsAreNot() {
    assertThat(Steady.isSteady(List.of(100.0, 100.0, 100.0, 100.0, 100.0))).isFalse();
  }

  @Test
  void aMoveOfThreePercentIsNot() {
    assertThat(Steady.isSteady(List.of(100.0, 99.0, 101.0, 103.0, 102.5, 103.5))).isFalse();
  }

  @Test
  void aSmallTrendIsNot() {
    assertThat(Steady.isSteady(List.of(100.0, 100.1, 100.2, 100.3, 100.4, 100.5))).isFalse();
  }

  @Test
  void aServerThatDoesNotAnswerIsNot() {
    assertThat(Steady.isSteady(List.of(0.0, 0.0, 0.0, 0.0, 0.0, 0.0))).isFalse();
  }

  @Test
  void warmUpEndsWhenTheSpeedLevelsOff() throws Exception {
    Iterator<Double> speeds =
        List.of(10.0, 50.0, 80.0, 100.0, 101.0, 99.0, 100.0, 101.0, 99.5, 7.0).iterator();
    WarmUp warmUp = WarmUp.run(seconds -> speeds.next(), 60);
    assertThat(warmUp.settled()).isTrue();
    assertThat(speeds.next()).isEqualTo(99.5);
  }

  @Test
  void warmUpGivesUpWhenItsBudgetIsUsedUp() throws Exception {
    double[] speed = {1};
    WarmUp warmUp = WarmUp.run(seconds -> speed[0] *= 1.01, 0.05);
    assertThat(warmUp.settled()).isFalse();
    assertThat(warmUp.seconds()).isGreaterThanOrEqualTo(0.05);
  }

  @Test
  void theDriverGetsTheLastCoreAndTheServersTheRest() {
    CorePlan plan = CorePlan.of(CorePlan.coresIn("0-2,5"), true);
    assertThat(plan.driver()).containsExactly(5);
    assertThat(plan.servers()).containsExactly(0, 1, 2);
    assertThat(plan.serverCores()).isEqualTo(3);
  }

  @Test
  void nothingIsPinnedOnOneCoreOrWithoutTaskset() {
    assertThat(CorePlan.of(List.of(0), true).reason())
        .contains("there is one core: driver and server compete for it");
    assertThat(CorePlan.of(List.of(0, 1), false).reason())
        .contains("taskset is not on this machine");
    assertThat(Pinning.pinned(List.of(), List.of("true"))).containsExactly("true");
    assertThat(Pinning.pinned(List.of(1, 2), List.of("true")))
        .containsExactly("taskset", "-c", "1,2", "true");
  }
}

// The rate of the open loop: half of the slowest arm's capacity, as sound slices have shown it.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLoopRateTest {
  private static final List<String> ARMS = List.of("java/duck", "java/yardstick");
  private static final double LONG = 1_000;
  private static final BlockSlice DUCK = Samples.throughput(1, "java/duck", 3_000);
  private static final BlockSlice YARDSTICK = Samples.throughput(1, "java/yardstick", 40_000);

  @Test
  void isHalfOfTheSlowestArmsCapacity() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(DUCK, YARDSTICK), ARMS, 1, LONG);
    assertThat(rate.perSecond()).isCloseTo(1_500, within(1e-6));
    assertThat(rate.sliceSeconds()).isCloseTo(1.4, within(1e-6));
  }

  @Test
  void isNoMoreThanADriverCanSendInTime() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(YARDSTICK), List.of("java/yardstick"), 1, LONG);
    assertThat(rate.perSecond()).isCloseTo(2_000, within(1e-6));
    assertThat(rate.sliceSeconds()).isCloseTo(1.05, within(1e-6));
  }

  @Test
  void staysWhatItWas() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(DUCK, YARDSTICK), ARMS, 1, LONG);
    rate.choose(List.of(Samples.throughput(2, "java/duck", 100)), ARMS, 2, LONG);
    assertThat(rate.perSecond()).isCloseTo(1_500, within(1e-6));
  }

  @Test
  void slowArmsGetLongerSlicesUntilTheyAreTooLong() {
    OpenLoopRate patient = new OpenLoopRate(2.5);
    patient.choose(
        List.of(Samples.throughput(1, "java/duck", 2_000)), List.of("java/duck"), 1, LONG);
    assertThat(patient.sliceSeconds()).isCloseTo(2.1, within(1e-6));
    OpenLoopRate hurried = new OpenLoopRate(2);
    hurried.choose(
        List.of(Samples.throughput(1, "java/duck", 2_000)), List.of("java/duck"), 1, LONG);
    assertThat(hurried.isChosen()).isFalse();
    assertThat(hurried.whyNone())
        .contains("2,000 requests take 2.1 s, and the run has no time for that");
  }

  @Test
  void waitsForASoundSliceOfEveryArmButNotForEver() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    List<BlockSlice> half = List.of(DUCK, Samples.invalid(YARDSTICK, "CPU stolen: 20 %"));
    rate.choose(half, ARMS, 1, LONG);
    assertThat(rate.isChosen()).isFalse();
    assertThat(rate.whyNone()).isEmpty();
    rate.choose(half, ARMS, 3, LONG);
    assertThat(rate.perSecond()).isCloseTo(1_500, within(1e-6));
  }

  @Test
  void whatARunHasNoTimeForIsNotBegun() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(YARDSTICK), List.of("java/yardstick"), 1, 11);
    assertThat(rate.isChosen()).isFalse();
    assertThat(rate.whyNone())
        .contains(
            "10 slices of 1.1 s are usual, and the run has no time for that (-Dloadline.minutes)");
  }

  @Test
  void withoutAnySoundSliceThereIsNoP99() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(Samples.invalid(DUCK, "late")), ARMS, 3, LONG);
    assertThat(rate.whyNone()).contains("no throughput is to be trusted by which to choose a rate");
  }
}

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
    rate.choose(List.of(DUCK, YARDSTICK), ARMS, LONG);
    assertThat(rate.perSecond()).isCloseTo(1_500, within(1e-6));
    assertThat(rate.sliceSeconds()).isCloseTo(1.4, within(1e-6));
  }

  @Test
  void isNoMoreThanADriverCanSendInTime() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(YARDSTICK), List.of("java/yardstick"), LONG);
    assertThat(rate.perSecond()).isCloseTo(2_000, within(1e-6));
    assertThat(rate.sliceSeconds()).isCloseTo(1.05, within(1e-6));
  }

  @Test
  void isOfWhatAnArmUsuallyDoes() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    List<BlockSlice> slices =
        List.of(
            DUCK,
            Samples.throughput(2, "java/duck", 100),
            Samples.throughput(3, "java/duck", 3_200));
    rate.choose(slices, ARMS, LONG);
    assertThat(rate.perSecond()).isCloseTo(1_500, within(1e-6));
  }

  @Test
  void slowArmsGetLongerSlicesUntilTheyAreTooLong() {
    OpenLoopRate patient = new OpenLoopRate(2.5);
    patient.choose(List.of(Samples.throughput(1, "java/duck", 2_000)), List.of("java/duck"), LONG);
    assertThat(patient.sliceSeconds()).isCloseTo(2.1, within(1e-6));
    OpenLoopRate hurried = new OpenLoopRate(2);
    hurried.choose(List.of(Samples.throughput(1, "java/duck", 2_000)), List.of("java/duck"), LONG);
    assertThat(hurried.isChosen()).isFalse();
    assertThat(hurried.whyNone())
        .contains("2,000 requests take 2.1 s, and the run has no time for that");
  }

  @Test
  void goesByTheArmsThatHaveASoundSlice() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    BlockSlice stolen = Samples.invalid(Samples.throughput(1, "java/yardstick", 10), "CPU stolen");
    rate.choose(List.of(DUCK, stolen), ARMS, LONG);
    assertThat(rate.perSecond()).isCloseTo(1_500, within(1e-6));
  }

  @Test
  void whatARunHasNoTimeForIsNotBegun() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(YARDSTICK), List.of("java/yardstick"), 11);
    assertThat(rate.isChosen()).isFalse();
    assertThat(rate.whyNone())
        .contains(
            "10 slices of 1.1 s are usual, and the run has no time for that (-Dloadline.minutes)");
  }

  @Test
  void withoutAnySoundSliceThereIsNoP99() {
    OpenLoopRate rate = new OpenLoopRate(2.5);
    rate.choose(List.of(Samples.invalid(DUCK, "late")), ARMS, LONG);
    assertThat(rate.whyNone()).contains("no throughput is known by which to choose a rate");
  }
}

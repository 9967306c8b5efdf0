// A slice that is not to be trusted says why; a sound one does not.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.instruments.Conditions;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class InvalidTest {
  private static final Sample CLOSED = Samples.closedLoop(10_000);

  @Test
  void soundSlicesAreTrusted() {
    assertThat(closedLoop(CLOSED)).isEmpty();
    assertThat(openLoop(Samples.openLoop(3_000, 200))).isEmpty();
  }

  @Test
  void aDriverThatIsBusierThanTheServerIsTheBottleneck() {
    Sample busy = Samples.with(Samples.withCpuOfServer(CLOSED, 0.6), "driverCpuShare", 0.97);
    assertThat(closedLoop(busy))
        .contains(
            "driver-bound: the driver had or awaited its core for 97 % of the time, the server had 60 % of its own");
    assertThat(closedLoop(Samples.withCpuOfServer(busy, 0.71))).isEmpty();
  }

  @Test
  void aDriverThatWaitsForItsCoreIsTheBottleneckToo() {
    Conditions starved = new Conditions(OptionalDouble.of(0), OptionalDouble.of(0.4), 1);
    Sample idle = Samples.withCpuOfServer(CLOSED, 0.6);
    assertThat(Invalid.why(Kind.THROUGHPUT, idle, starved, idle.serverCpuShare()))
        .hasValueSatisfying(why -> assertThat(why).startsWith("driver-bound: "));
  }

  @Test
  void anOpenLoopMayBeBusyButNotLate() {
    Sample sample = Samples.with(Samples.openLoop(12_000, 1_201), "lateSends", 231);
    assertThat(openLoop(sample))
        .contains(
            "late sends: 11 % of the requests went out over 1 ms late; p99 of lateness 1201 µs, of latency 12000 µs");
    Sample spinning = Samples.with(Samples.openLoop(3_000, 300), "driverCpuShare", 1);
    assertThat(openLoop(Samples.withCpuOfServer(spinning, 0.3))).isEmpty();
  }

  @Test
  void aDriverThatLosesItsCoreNowAndThenIsToBeTrustedHoweverFastTheServerIs() {
    assertThat(openLoop(Samples.with(Samples.openLoop(300, 8_000), "lateSends", 210))).isEmpty();
  }

  @Test
  void whatIsLateByLessThanATenthOfWhatAnswersTakeIsNotLate() {
    assertThat(openLoop(Samples.with(Samples.openLoop(200_000, 20_000), "lateSends", 1_000)))
        .isEmpty();
  }

  @Test
  void connectionsMustMatchThroughputTimesLatency() {
    assertThat(closedLoop(Samples.closedLoop(10_000, 4_000)))
        .contains(
            "Little's law: throughput x mean latency is 40.0 requests in flight, on 50 connections");
    assertThat(closedLoop(Samples.closedLoop(10_000, 4_800))).isEmpty();
  }

  /** Requests that were sent before count whole. */
  @Test
  void aServerThatHangsAsASliceBeginsIsNoGap() {
    assertThat(closedLoop(Samples.stalled(10_000, 5_900, 120_000))).isEmpty();
    assertThat(closedLoop(Samples.stalled(10_000, 6_400, 120_000)))
        .hasValueSatisfying(why -> assertThat(why).startsWith("Little's law: "));
  }

  @Test
  void fewAnswersAConnectionSayNothingOfLittlesLaw() {
    Sample few = Samples.with(Samples.closedLoop(10_000, 4_000), "valid", 999);
    assertThat(closedLoop(few)).isEmpty();
  }

  @Test
  void serversThatShareCoresAreAsBusyAsAllOfThemTogether() {
    Conditions sharing = new Conditions(OptionalDouble.of(0), OptionalDouble.of(0.4), 1);
    Sample half = Samples.withCpuOfServer(CLOSED, 0.48);
    assertThat(Invalid.why(Kind.THROUGHPUT, half, sharing, OptionalDouble.of(0.96))).isEmpty();
    assertThat(Invalid.why(Kind.THROUGHPUT, half, sharing, OptionalDouble.of(0.6)))
        .hasValueSatisfying(why -> assertThat(why).contains("the server had 60 % of its own"));
  }

  @Test
  void timeThatOtherMachinesTookIsNotTheServers() {
    Conditions stolen = new Conditions(OptionalDouble.of(0.12), OptionalDouble.empty(), 1);
    assertThat(Invalid.why(Kind.P99, Samples.openLoop(3_000, 1), stolen, OptionalDouble.empty()))
        .contains("CPU stolen: 12 % of it went to other machines");
  }

  private static Optional<String> closedLoop(Sample sample) {
    return Invalid.why(Kind.THROUGHPUT, sample, Samples.QUIET, sample.serverCpuShare());
  }

  private static Optional<String> openLoop(Sample sample) {
    return Invalid.why(Kind.P99, sample, Samples.QUIET, sample.serverCpuShare());
  }
}

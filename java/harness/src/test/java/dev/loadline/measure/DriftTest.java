// Which servers get worse while they are loaded, and which only warm up.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.Drift.Pace;
import dev.loadline.measure.Drift.Residence;
import dev.loadline.measure.Drift.Way;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static final double[] NOISE = {0.03, -0.02, 0.01, -0.04, 0.02, 0, -0.01};
  private static final IntToDoubleFunction LEVEL = at -> 90;
  private static final List<String> WORKLOADS =
      List.of("hello", "hash", "upload", "todos", "cache", "echo");
  private static final double MEBIBYTE = 1024 * 1024;

  @Test
  void noiseAroundALevelIsNone() {
    assertThat(drifts(40, DriftTest::noise, LEVEL, List.of())).isEmpty();
  }

  @Test
  void aSmallDriftIsNothingToStopAGateFor() {
    assertThat(drifts(40, at -> at * 0.002, LEVEL, List.of())).isEmpty();
  }

  @Test
  void aServerThatGetsSlowerByMoreThanATenthIsToldAndOneThatGetsFasterIsNot() {
    List<Drift> slower = drifts(20, at -> noise(at) + at * 0.03, LEVEL, List.of());
    assertThat(slower).extracting(Drift::way).containsExactly(Way.SLOWS_DOWN);
    assertThat(slower.get(0).what()).matches("its throughput fell by 2\\d % after 9 of 20 blocks");
    assertThat(drifts(20, at -> noise(at) - at * 0.03, LEVEL, List.of())).isEmpty();
  }

  @Test
  void aServerThatIsSlowerFromALateBlockOnIsToldAndFromWhich() {
    List<Drift> slower = drifts(40, at -> 4 * noise(at) + (at < 28 ? 0 : 0.5), LEVEL, List.of());
    assertThat(slower).extracting(Drift::way).containsExactly(Way.SLOWS_DOWN);
    assertThat(slower.get(0).what())
        .matches("its throughput fell by [34]\\d % after 28 of 40 blocks");
  }

  @Test
  void aJvmThatTakesItsHeapAtOnceDoesNotGrow() {
    assertThat(drifts(20, DriftTest::noise, at -> at < 10 ? 100 : 500, List.of())).isEmpty();
  }

  @Test
  void aJvmWhoseCompilersAreStillBusyIsNotToldToSlowDown() {
    List<Double> shares = Collections.nCopies(20, 0.3);
    assertThat(drifts(20, at -> noise(at) + at * 0.03, LEVEL, shares)).isEmpty();
  }

  @Test
  void memoryThatGrowsOnAndOnIsToldAndMemoryThatIsGivenBackIsNot() {
    List<Drift> larger = drifts(20, DriftTest::noise, at -> 100 + 20 * at, List.of());
    assertThat(larger).extracting(Drift::way).containsExactly(Way.GROWS);
    assertThat(larger.get(0).what()).contains("200 MiB");
    assertThat(drifts(20, DriftTest::noise, at -> 900 - 20 * at, List.of())).isEmpty();
  }

  @Test
  void aLeakThatSlowsItsServerIsToldAsBoth() {
    assertThat(drifts(20, at -> noise(at) + at * 0.03, at -> 100 + 20 * at, List.of()))
        .extracting(Drift::way)
        .containsExactly(Way.SLOWS_DOWN, Way.GROWS);
  }

  @Test
  void aFewBlocksTellNothing() {
    assertThat(drifts(5, at -> at * 0.1, LEVEL, List.of())).isEmpty();
    assertThat(drifts(0, at -> 0, LEVEL, List.of())).isEmpty();
  }

  @Test
  void whatItsReferenceHasGainedIsNoLossOfTheServer() {
    List<Double> harms = values(20, at -> noise(at) + at * 0.03);
    assertThat(Drift.of(List.of(pace("hash", harms, values(20, at -> 0))), List.of())).isEmpty();
  }

  @Test
  void fourBlocksOfEachOfSixWorkloadsShowWhatThoseOfOneDoNotAndWhereItIsPlainest() {
    List<Pace> paces =
        IntStream.range(0, WORKLOADS.size())
            .mapToObj(
                of -> {
                  double slope = WORKLOADS.get(of).equals("todos") ? 0.2 : 0.1;
                  List<Double> harms = values(4, at -> noise(at + of) + at * slope);
                  return pace(WORKLOADS.get(of), harms, harms);
                })
            .toList();
    assertThat(Drift.of(paces.subList(0, 1), List.of())).isEmpty();
    List<Drift> slower = Drift.of(paces, List.of());
    assertThat(slower).extracting(Drift::way).containsExactly(Way.SLOWS_DOWN);
    assertThat(slower.get(0).workload()).isEqualTo("todos");
    assertThat(slower.get(0).what())
        .matches(
            "its throughput on 6 workloads fell by (19|2\\d) % "
                + "from the first half of the blocks to the last");
  }

  @Test
  void whatLosesATenthFromHalfToHalfMaySlowDownThoughItsBlocksAreTooFewToTell() {
    List<Pace> losing = fourBlocksOfTwo(at -> at * 0.06);
    assertThat(Drift.of(losing, List.of())).isEmpty();
    assertThat(Drift.maySlowDown(losing)).isTrue();
    assertThat(Drift.maySlowDown(fourBlocksOfTwo(at -> 0))).isFalse();
    assertThat(Drift.maySlowDown(fourBlocksOfTwo(at -> -at * 0.06))).isFalse();
    assertThat(Drift.maySlowDown(fourBlocksOfTwo(at -> at * 0.01))).isFalse();
    assertThat(Drift.maySlowDown(List.of())).isFalse();
  }

  private static List<Pace> fourBlocksOfTwo(IntToDoubleFunction harm) {
    return IntStream.range(0, 2)
        .mapToObj(
            of -> {
              List<Double> harms = values(4, at -> noise(at + of) + harm.applyAsDouble(at));
              return pace(WORKLOADS.get(of), harms, harms);
            })
        .toList();
  }

  @Test
  void noiseOnManyWorkloadsIsNoDriftNorIsWhatAllReferencesGain() {
    List<Pace> noisy =
        IntStream.range(0, WORKLOADS.size())
            .mapToObj(
                of -> {
                  List<Double> harms = values(4, at -> 5 * noise(at + of));
                  return pace(WORKLOADS.get(of), harms, harms);
                })
            .toList();
    assertThat(Drift.of(noisy, List.of())).isEmpty();
    List<Pace> gained =
        WORKLOADS.stream()
            .map(workload -> pace(workload, values(4, at -> at * 0.1), values(4, at -> 0)))
            .toList();
    assertThat(Drift.of(gained, List.of())).isEmpty();
  }

  @Test
  void theWorkloadThatMakesAServerGrowIsNamedThoughOthersShowItsMemoryToo() {
    List<Residence> residences =
        IntStream.range(0, 48)
            .mapToObj(
                at -> {
                  String workload = WORKLOADS.get(at % WORKLOADS.size());
                  return new Residence(workload, (100 + 50 * ((at + 4) / 6)) * MEBIBYTE);
                })
            .toList();
    List<Drift> larger = Drift.of(List.of(), residences);
    assertThat(larger).extracting(Drift::way).containsExactly(Way.GROWS);
    assertThat(larger.get(0).workload()).isEqualTo("upload");
  }

  @Test
  void aJvmThatCompilesAllTheTimeStillWarmsUpAndOneThatDidSoAtFirstDoesNot() {
    assertThat(Drift.whyStillCompiling(List.of(0.34, 0.21, 0.2, 0.22)))
        .contains("it still warmed up: its compilers had 22 % of a core");
    assertThat(Drift.whyStillCompiling(List.of(0.34, 0.3, 0.03, 0.02, 0.01))).isEmpty();
    assertThat(Drift.whyStillCompiling(List.of())).isEmpty();
  }

  private static double noise(int at) {
    return NOISE[at % NOISE.length];
  }

  private static List<Double> values(int count, IntToDoubleFunction value) {
    return IntStream.range(0, count).mapToObj(value::applyAsDouble).toList();
  }

  /**
   * @param own what the server itself has lost
   */
  private static Pace pace(String workload, List<Double> harms, List<Double> own) {
    List<Double> speeds = own.stream().map(loss -> Math.log(10_000) - loss).toList();
    return new Pace(workload, new Series(harms, List.of(), List.of()), speeds);
  }

  private static List<Drift> drifts(
      int count, IntToDoubleFunction harm, IntToDoubleFunction mebibytes, List<Double> shares) {
    List<Double> harms = values(count, harm);
    Pace own = pace("hash", harms, harms);
    Pace pace = new Pace("hash", new Series(harms, List.of(), shares), own.speeds());
    List<Residence> residences =
        values(count, mebibytes).stream()
            .map(size -> new Residence("hash", size * MEBIBYTE))
            .toList();
    return Drift.of(List.of(pace), residences);
  }
}

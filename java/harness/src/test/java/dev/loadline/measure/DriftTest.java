// Which servers get worse while they are loaded, and which only warm up.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.Drift.Way;
import dev.loadline.measure.Records.Block;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static final double[] NOISE = {0.03, -0.02, 0.01, -0.04, 0.02, 0, -0.01};
  private static final IntToDoubleFunction LEVEL = at -> 90;

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
  void whatTwoSetsOfProcessesHaveShownIsConfirmed() {
    Drift slower = new Drift(Way.SLOWS_DOWN, "so");
    Drift larger = new Drift(Way.GROWS, "so");
    assertThat(Drift.confirmed(List.of(List.of(slower), List.of(slower)))).containsExactly(slower);
    assertThat(Drift.confirmed(List.of(List.of(slower), List.of(larger), List.of(slower))))
        .containsExactly(slower);
    assertThat(Drift.confirmed(List.of(List.of(slower, larger), List.of()))).isEmpty();
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

  private static List<Drift> drifts(
      int count, IntToDoubleFunction harm, IntToDoubleFunction mebibytes, List<Double> shares) {
    List<Block> blocks =
        IntStream.range(0, count)
            .mapToObj(
                at -> {
                  Sample sample =
                      Samples.withServer(
                          Samples.closedLoop(10_000 * Math.exp(-harm.applyAsDouble(at))),
                          "residentBytes",
                          mebibytes.applyAsDouble(at) * 1024 * 1024);
                  return new Block(
                      Samples.slice(at, Samples.STACK, Kind.THROUGHPUT, sample), Optional.empty());
                })
            .toList();
    List<Double> harms = IntStream.range(0, count).mapToObj(harm::applyAsDouble).toList();
    return Drift.of(blocks, Optional.of(new Series(harms, List.of(), shares)));
  }
}

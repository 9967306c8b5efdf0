// The verdict of a cell from its blocks: the judge's, unless something overrules it.
package dev.loadline.measure;

import static dev.loadline.measure.Samples.ASSURANCE;
import static dev.loadline.measure.Samples.GATE;
import static dev.loadline.measure.Samples.P99;
import static dev.loadline.measure.Samples.STACK;
import static dev.loadline.measure.Samples.THROUGHPUT;
import static dev.loadline.measure.Samples.YARDSTICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CellsTest {

  @Test
  void aStackThatHoldsItsLimitPasses() {
    Cell cell = cell(blocks(20, 0.65));
    assertThat(cell.verdict()).isEqualTo(Verdict.PASS);
    assertThat(cell.reference()).contains(YARDSTICK);
    Held held = cell.metrics().get(0);
    assertThat(held.measured().getAsDouble()).isCloseTo(0.65, within(1e-9));
    assertThat(held.blocks()).isEqualTo(20);
  }

  @Test
  void aStackBelowItsLimitFailsAndItsMetricIsNamed() {
    Cell cell = cell(blocks(20, 0.35));
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.metrics()).extracting(Held::verdict).containsExactly(Verdict.FAIL);
    assertThat(cell.faults()).isEmpty();
  }

  @Test
  void aStackAtItsLimitIsInconclusive() {
    assertThat(cell(blocks(20, 0.5)).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void intervalsAreInTheLimitsUnitWithTheLesserFirst() {
    List<BlockSlice> slices = new ArrayList<>();
    for (int block = 1; block <= 20; block++) {
      slices.addAll(block(block, block % 2 == 0 ? 0.62 : 0.68));
    }
    Held held = cell(slices).metrics().get(0);
    assertThat(held.least().getAsDouble()).isLessThan(held.measured().getAsDouble());
    assertThat(held.most().getAsDouble()).isGreaterThan(held.measured().getAsDouble());
  }

  @Test
  void whatHasPassedAfterSevenBlocksHasAnInterval() {
    Held held = cell(blocks(7, 0.65)).metrics().get(0);
    assertThat(held.verdict()).isEqualTo(Verdict.PASS);
    assertThat(held.least().getAsDouble()).isBetween(0.5, 0.65);
    assertThat(held.most().getAsDouble()).isGreaterThan(0.65);
  }

  @Test
  void aWrongAnswerFailsWhateverTheSpeed() {
    List<BlockSlice> slices = new ArrayList<>(blocks(20, 0.65));
    Sample wrong =
        Samples.withWrongBodies(Samples.closedLoop(10_000), 1, "GET /hash: expected 1, got 2");
    slices.add(Samples.slice(0, STACK, Kind.WARM_UP, wrong));
    Cell cell = cell(slices);
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.faults())
        .containsExactly(
            "1 of 10,000 answers wrong or missing (body): GET /hash: expected 1, got 2");
  }

  @Test
  void mostlyInvalidBlocksAreNoPass() {
    List<BlockSlice> slices = new ArrayList<>(blocks(4, 0.65));
    for (int block = 5; block <= 20; block++) {
      String why = "late sends: p99 of lateness %d µs, of latency 100 µs".formatted(block);
      block(block, 0.65).forEach(slice -> slices.add(Samples.invalid(slice, why)));
    }
    Cell cell = cell(slices);
    assertThat(cell.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cell.invalid())
        .contains("16 of 20 blocks of java/duck hash.throughput are invalid: late sends (16)");
  }

  @Test
  void theYardsticksInvalidBlocksAreLeftOutToo() {
    List<BlockSlice> slices = new ArrayList<>(blocks(8, 0.65));
    slices.replaceAll(
        slice ->
            slice.arm().equals(YARDSTICK) && slice.block() > 5
                ? Samples.invalid(slice, "driver-bound: it was")
                : slice);
    Held held = cell(slices).metrics().get(0);
    assertThat(held.blocks()).isEqualTo(5);
    assertThat(held.leftOut()).containsEntry("the yardstick: driver-bound", 3L);
  }

  @Test
  void aServerThatSlowsDownWhileItIsMeasuredIsNeverAPass() {
    List<BlockSlice> slices = new ArrayList<>();
    for (int block = 1; block <= 20; block++) {
      slices.addAll(block(block, 0.9 - block * 0.015));
    }
    Cell cell = cell(slices);
    assertThat(cell.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cell.invalid().orElseThrow()).startsWith("never steady: its throughput moved by ");
  }

  @Test
  void aServerThatLeaksIsNeverAPass() {
    double[] resident = IntStream.range(0, 20).mapToDouble(i -> 1e8 + i * 2e7).toArray();
    assertThat(NeverSteady.why(new double[0], resident))
        .contains(
            "never steady: its memory grew by 191 MiB from the first half of the slices to the last");
    assertThat(NeverSteady.why(new double[0], new double[] {1e8, 9e8})).isEmpty();
  }

  @Test
  void aLeakThatSlowsItsServerIsToldAsBoth() {
    double[] harms = IntStream.range(0, 20).mapToDouble(i -> i * 0.03).toArray();
    double[] resident = IntStream.range(0, 20).mapToDouble(i -> 1e8 + i * 2e7).toArray();
    assertThat(NeverSteady.why(harms, resident).orElseThrow())
        .matches("never steady: its throughput moved by 3\\d % .*; its memory grew by 191 MiB.*");
  }

  @Test
  void aP99ThatWasNotMeasuredIsSaidAndNotJudged() {
    WorkloadRun.Result noP99 =
        new WorkloadRun.Result(
            blocks(20, 0.65), Optional.empty(), Optional.of("it takes too long"), Map.of());
    Cell cell = new Cells(ASSURANCE, List.of()).of(STACK, "hash", List.of(THROUGHPUT, P99), noP99);
    assertThat(cell.verdict()).isEqualTo(Verdict.PASS);
    assertThat(cell.notMeasured()).containsExactly("java/duck hash.p99: it takes too long");
  }

  @Test
  void aLatencyAboveItsLimitFails() {
    List<BlockSlice> slices = new ArrayList<>();
    for (int block = 1; block <= 20; block++) {
      slices.add(Samples.p99(block, STACK, 5_000));
      slices.add(Samples.p99(block, YARDSTICK, 1_000));
    }
    Cell cell = cell(P99, slices);
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.metrics().get(0).measured().getAsDouble()).isCloseTo(5, within(1e-9));
  }

  @Test
  void aMetricIsDecidedOnceItHasPassedOrConvictsAmongAllOthers() {
    assertThat(ASSURANCE.isDecided(THROUGHPUT.series(blocks(3, 0.65), 1))).isFalse();
    assertThat(ASSURANCE.isDecided(THROUGHPUT.series(blocks(12, 0.65), 1))).isTrue();
    assertThat(ASSURANCE.isDecided(THROUGHPUT.series(blocks(14, 0.35), 1))).isTrue();
    assertThat(ASSURANCE.isDecided(THROUGHPUT.series(blocks(39, 0.5), 1))).isFalse();
    assertThat(ASSURANCE.isDecided(THROUGHPUT.series(blocks(40, 0.5), 1))).isTrue();
    Assurance ofMany = new Assurance(GATE, 1_000);
    assertThat(ofMany.isDecided(THROUGHPUT.series(blocks(14, 0.35), 1))).isFalse();
  }

  @Test
  void aWorkloadWithoutAnyBlockIsNotJudgedUnlessItsWarmUpWasWrong() {
    assertThat(withoutBlocks(List.of()).notJudged()).contains("no time");
    Sample wrong = Samples.withWrongBodies(Samples.closedLoop(10_000), 1, "expected 1, got 2");
    Cell cell = withoutBlocks(List.of(Samples.slice(0, STACK, Kind.WARM_UP, wrong)));
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.faults())
        .containsExactly("1 of 10,000 answers wrong or missing (body): expected 1, got 2");
  }

  @Test
  void tellsHowLongItsCollectorsHaveStoppedIt() {
    assertThat(cell(blocks(8, 0.65)).resources().gcPauseShare()).hasValue(0.02);
  }

  private static Cell withoutBlocks(List<BlockSlice> warmUp) {
    WorkloadRun.Result result = WorkloadRun.Result.withoutBlocks(warmUp, "no time");
    return new Cells(ASSURANCE, List.of()).of(STACK, "hash", List.of(THROUGHPUT), result);
  }

  private static Cell cell(List<BlockSlice> slices) {
    return cell(THROUGHPUT, slices);
  }

  private static Cell cell(Metric metric, List<BlockSlice> slices) {
    WorkloadRun.Result result =
        new WorkloadRun.Result(
            slices, Optional.empty(), Optional.empty(), Map.of(STACK, 0.02, YARDSTICK, 0.5));
    return new Cells(ASSURANCE, List.of()).of(STACK, "hash", List.of(metric), result);
  }

  private static List<BlockSlice> blocks(int count, double ratio) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(block -> block(block, ratio))
        .flatMap(List::stream)
        .toList();
  }

  private static List<BlockSlice> block(int block, double ratio) {
    return List.of(
        Samples.throughput(block, STACK, 20_000 * ratio),
        Samples.throughput(block, YARDSTICK, 20_000));
  }
}

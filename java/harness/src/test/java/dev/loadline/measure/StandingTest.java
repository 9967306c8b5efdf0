// What stands where fresh processes were asked about an alarm: the word of the last of them.
package dev.loadline.measure;

import static dev.loadline.measure.Samples.ASSURANCE;
import static dev.loadline.measure.Samples.GATE;
import static dev.loadline.measure.Samples.P99;
import static dev.loadline.measure.Samples.STACK;
import static dev.loadline.measure.Samples.THROUGHPUT;
import static dev.loadline.measure.Samples.YARDSTICK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadline.judge.Judged;
import dev.loadline.measure.BlockSlice.Kind;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandingTest {
  private static final List<BlockSlice> SLOW = throughput(20, block -> 0.35);

  /** On a machine that has become twice as fast meanwhile. */
  private static final List<BlockSlice> FAST = throughput(12, 40_000, block -> 0.65);

  private static final List<BlockSlice> SPOILT =
      SLOW.stream().map(slice -> Samples.invalid(slice, "driver-bound: it was")).toList();

  private static final List<BlockSlice> LEANING = SLOW.subList(0, 8);

  private static final List<BlockSlice> STALLING = p99(20, 5_000);

  @Test
  void whatFreshProcessesDoNotConfirmPasses() {
    Cell cell = cell(processes(SLOW, FAST));
    assertThat(cell.verdict()).isEqualTo(Verdict.PASS);
    Held held = cell.metrics().get(0);
    assertThat(held.measured().getAsDouble()).isCloseTo(0.65, within(1e-9));
    assertThat(held.blocks()).isEqualTo(12);
    assertThat(held.earlier()).hasSize(1);
    assertThat(held.earlier().get(0)).isCloseTo(0.35, within(1e-9));
    assertThat(together(processes(SLOW, FAST)).verdict()).isEqualTo(Judged.Verdict.PASS);
  }

  @Test
  void whatAllProcessesSayFails() {
    Cell cell = cell(processes(SLOW, SLOW, SLOW));
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.metrics().get(0).earlier()).hasSize(2);
    assertThat(together(processes(SLOW, SLOW, SLOW)).culprits())
        .containsExactly("java/duck hash.throughput");
    assertThat(cell(processes(SLOW, SLOW, FAST)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void whatFreshProcessesCannotSayForCertainIsInvalid() {
    Cell cell = cell(processes(SLOW, SPOILT, SPOILT));
    assertThat(cell.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cell.invalid().orElseThrow()).startsWith("20 of 20 blocks of java/duck hash.");
  }

  @Test
  void processesThatCannotSayForCertainDoNotKeepOthersFromIt() {
    assertThat(alarming(processes(SLOW, SPOILT), 2)).containsExactly(THROUGHPUT);
    assertFailsByTwoThatAgree(processes(SLOW, SPOILT, SLOW));
    assertFailsByTwoThatAgree(processes(SLOW, SLOW, SPOILT));
    assertThat(cell(processes(SLOW, SPOILT, FAST)).verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void processesThatOnlyLeanTowardsItNeitherConfirmItNorTakeItBack() {
    assertThat(alarming(processes(SLOW, LEANING), 2)).containsExactly(THROUGHPUT);
    assertFailsByTwoThatAgree(processes(SLOW, SLOW, LEANING));
    assertFailsByTwoThatAgree(processes(SLOW, LEANING, SLOW));
    assertThat(cell(processes(SLOW, LEANING, LEANING)).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void whatLeansTowardsHarmIsSuspectAndNothingElse() {
    assertThat(ASSURANCE.isSuspect(THROUGHPUT.series(LEANING, 1))).isTrue();
    assertThat(ASSURANCE.isSuspect(THROUGHPUT.series(FAST.subList(0, 8), 1))).isFalse();
    assertThat(ASSURANCE.isSuspect(THROUGHPUT.series(SPOILT, 1))).isFalse();
    assertThat(ASSURANCE.isSuspect(THROUGHPUT.series(List.of(), 1))).isFalse();
  }

  @Test
  void theLastThatLeanAwayFromItAndCannotDecideLeaveItOpen() {
    List<BlockSlice> leaningAway = FAST.subList(0, 8);
    Cell cell = cell(processes(SLOW, SLOW, leaningAway));
    assertThat(cell.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(cell.metrics().get(0).earlier()).hasSize(2);
    assertThat(alarming(processes(SLOW, leaningAway), 2)).isEmpty();
  }

  @Test
  void aServerThatSlowsDownCannotGetAwayByBeingAskedAgain() {
    List<BlockSlice> slowing = throughput(30, block -> 0.5 - block * 0.009);
    Cell cell = cell(processes(slowing, FAST));
    assertThat(cell.metrics()).extracting(Held::verdict).containsExactly(Verdict.PASS);
    assertThat(cell.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cell.invalid().orElseThrow()).startsWith("never steady: its throughput moved by ");
    assertThat(cell(processes(slowing, SLOW, SLOW)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aServerThatIsStillWarmingUpIsNotFailedAndIsAskedAgain() {
    List<BlockSlice> warming = compiling(0.21);
    Cell cell = cell(processes(warming));
    assertThat(cell.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(cell.invalid().orElseThrow())
        .isEqualTo("never steady: it still warmed up, its compilers had 21 % of a core");
    assertThat(ASSURANCE.judgedTogether(List.of(THROUGHPUT), processes(warming))).isEmpty();
    assertThat(alarming(processes(warming), 1)).containsExactly(THROUGHPUT);
    assertThat(cell(processes(warming, SLOW, SLOW)).verdict()).isEqualTo(Verdict.FAIL);
    List<BlockSlice> steady = compiling(0.03);
    assertThat(cell(processes(steady)).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void processesThatDifferAreNotTakenForOneThatNeverCameToRest() {
    List<BlockSlice> larger = new ArrayList<>(FAST);
    larger.replaceAll(slice -> Samples.withResidentBytes(slice, 400_000_000));
    assertThat(cell(processes(SLOW, larger)).invalid()).isEmpty();
  }

  @Test
  void throughputThatOnlyTheRateOfAP99NeededHasNothingToSay() {
    List<BlockSlice> few = join(throughput(2, block -> 0.1), p99(12, 1_000));
    Cell cell = cell(processes(join(FAST, STALLING), few), THROUGHPUT, P99);
    assertThat(cell.verdict()).isEqualTo(Verdict.PASS);
    assertThat(cell.metrics()).extracting(Held::blocks).containsExactly(12, 12);
    assertThat(cell.metrics()).extracting(held -> held.earlier().size()).containsExactly(0, 1);
  }

  @Test
  void aP99ThatThereWasNoTimeToAskAboutKeepsItsVerdictAndIsNotAskedOnceMore() {
    List<BlockSlice> slices = processes(join(SLOW, STALLING), SLOW);
    Cell cell = cell(slices, THROUGHPUT, P99);
    assertThat(cell.metrics()).extracting(Held::verdict).containsOnly(Verdict.FAIL);
    assertThat(cell.metrics().get(1).earlier()).isEmpty();
    assertThat(alarming(slices, 2)).containsExactly(THROUGHPUT);
  }

  @Test
  void anAlarmIsAskedAboutUntilItIsNoMore() {
    assertThat(alarming(processes(join(SLOW, STALLING)), 1)).containsExactly(THROUGHPUT, P99);
    assertThat(alarming(processes(join(SLOW, p99(12, 1_000))), 1)).containsExactly(THROUGHPUT);
    assertThat(alarming(processes(SLOW, SLOW), 2)).containsExactly(THROUGHPUT);
    assertThat(alarming(processes(SLOW, FAST), 2)).isEmpty();
  }

  @Test
  void evidenceThatWouldFailAloneIsAnAlarmThoughItIsNoFailAmongMany() {
    Metric.Series series = THROUGHPUT.series(throughput(12, block -> 0.35), 1);
    Assurance amongMany = new Assurance(GATE, 1_000);
    assertThat(amongMany.verdict(series)).isEqualTo(Verdict.INCONCLUSIVE);
    assertThat(amongMany.isAlarming(series)).isTrue();
    Metric.Series ofFewBlocks = THROUGHPUT.series(throughput(4, block -> 0.35), 1);
    assertThat(amongMany.isAlarming(ofFewBlocks)).isFalse();
  }

  @Test
  void whatIsMostlyInvalidIsNoAlarmUnlessItFails() {
    Assurance amongMany = new Assurance(GATE, 1_000);
    List<String> leftOut = IntStream.range(0, 40).mapToObj(each -> "late sends").toList();
    List<Double> harms = THROUGHPUT.series(throughput(12, block -> 0.35), 1).harms();
    Metric.Series spoilt = new Metric.Series(1, harms, List.of(), leftOut);
    assertThat(amongMany.isAlarming(spoilt)).isFalse();
    assertThat(new Assurance(GATE, 1).isAlarming(spoilt)).isTrue();
  }

  @ParameterizedTest(name = "{0} is given up: {1}")
  @CsvSource({"driver-bound, true", "the yardstick: late sends, true", "CPU stolen, false"})
  void whatIsMostlyInvalidIsGivenUpUnlessItMayPass(String reason, boolean isGivenUp) {
    Assurance assurance = new Assurance(GATE, 12);
    List<String> leftOut = Collections.nCopies(8, reason + ": 30 % of it");
    assertThat(
            assurance.isDecided(new Metric.Series(1, List.of(), List.of(), leftOut.subList(0, 7))))
        .isFalse();
    assertThat(assurance.isDecided(new Metric.Series(1, List.of(), List.of(), leftOut)))
        .isEqualTo(isGivenUp);
    List<Double> harms = THROUGHPUT.series(throughput(8, block -> 0.7), 1).harms();
    assertThat(assurance.verdict(new Metric.Series(1, harms, List.of(), leftOut)))
        .isEqualTo(Verdict.PASS);
  }

  @Test
  void aMachineOfWhichOthersAlwaysHaveTheCpuGivesNoPassAndEndsWithTheLastBlock() {
    Assurance assurance = new Assurance(GATE, 12);
    List<String> stolen = Collections.nCopies(GATE.maxBlocks(), "the yardstick: CPU stolen: 30 %");
    Metric.Series series = new Metric.Series(1, List.of(), List.of(), stolen);
    assertThat(assurance.isDecided(series)).isTrue();
    assertThat(assurance.verdict(series)).isEqualTo(Verdict.INVALID);
  }

  @ParameterizedTest(name = "of {1} metrics, processes {0} must convince as among {2}")
  @CsvSource({"1, 1000, 1000", "2, 50, 1", "2, 500, 10", "3, 500, 10"})
  void freshProcessesNeedNotConvinceForAllMetricsAgain(int process, int metrics, int asAmong) {
    assertThat(blocksToFail(metrics, process)).isEqualTo(blocksToFail(asAmong, 1));
    assertThat(blocksToFail(10, 1)).isGreaterThan(blocksToFail(1, 1));
  }

  private static int blocksToFail(int metrics, int process) {
    Assurance assurance = new Assurance(GATE, metrics);
    return IntStream.rangeClosed(1, GATE.maxBlocks())
        .filter(
            count -> {
              List<BlockSlice> slices = new ArrayList<>(throughput(count, block -> 0.4));
              slices.replaceAll(slice -> Samples.ofProcess(process, slice));
              return assurance.verdict(THROUGHPUT.series(slices, process)) == Verdict.FAIL;
            })
        .findFirst()
        .orElseThrow();
  }

  @Test
  void faultsAreNeverAskedAboutAgain() {
    Sample wrong = Samples.withWrongBodies(Samples.closedLoop(7_000), 1, "expected 1, got 2");
    BlockSlice fault = Samples.slice(21, STACK, Kind.THROUGHPUT, wrong);
    List<BlockSlice> slices = processes(join(SLOW, List.of(fault)));
    assertThat(alarming(processes(SLOW), 1)).containsExactly(THROUGHPUT);
    assertThat(alarming(slices, 1)).isEmpty();
    assertThat(cell(slices).verdict()).isEqualTo(Verdict.FAIL);
  }

  private static void assertFailsByTwoThatAgree(List<BlockSlice> slices) {
    Cell cell = cell(slices);
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.metrics().get(0).earlier()).hasSize(1);
  }

  private static Judged together(List<BlockSlice> slices) {
    return ASSURANCE.judgedTogether(List.of(THROUGHPUT, P99), slices).orElseThrow();
  }

  private static List<Metric> alarming(List<BlockSlice> slices, int process) {
    return Standing.alarming(List.of(THROUGHPUT, P99), slices, process, ASSURANCE);
  }

  private static Cell cell(List<BlockSlice> slices) {
    return cell(slices, THROUGHPUT);
  }

  private static Cell cell(List<BlockSlice> slices, Metric... metrics) {
    WorkloadRun.Result result =
        new WorkloadRun.Result(slices, Optional.empty(), Optional.empty(), Map.of());
    return new Cells(ASSURANCE, List.of()).of(STACK, "hash", List.of(metrics), result);
  }

  /** One after the other, from 1 on. */
  @SafeVarargs
  private static List<BlockSlice> processes(List<BlockSlice>... sets) {
    List<BlockSlice> slices = new ArrayList<>();
    for (int at = 0; at < sets.length; at++) {
      int process = at + 1;
      sets[at].forEach(slice -> slices.add(Samples.ofProcess(process, slice)));
    }
    return slices;
  }

  private static List<BlockSlice> join(List<BlockSlice> some, List<BlockSlice> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /**
   * Of a server that is too slow.
   *
   * @param share of a core, of its compilers
   */
  private static List<BlockSlice> compiling(double share) {
    return throughput(16, block -> 0.3).stream()
        .map(slice -> Samples.withCompilerShare(slice, share))
        .toList();
  }

  private static List<BlockSlice> throughput(int blocks, IntToDoubleFunction ratio) {
    return throughput(blocks, 20_000, ratio);
  }

  private static List<BlockSlice> throughput(int blocks, double unit, IntToDoubleFunction ratio) {
    return IntStream.rangeClosed(1, blocks)
        .boxed()
        .flatMap(
            block ->
                Stream.of(
                    Samples.throughput(block, STACK, unit * ratio.applyAsDouble(block)),
                    Samples.throughput(block, YARDSTICK, unit)))
        .toList();
  }

  private static List<BlockSlice> p99(int blocks, double micros) {
    return IntStream.rangeClosed(1, blocks)
        .boxed()
        .flatMap(
            block ->
                Stream.of(Samples.p99(block, STACK, micros), Samples.p99(block, YARDSTICK, 1_000)))
        .toList();
  }
}

// What is made of recorded blocks: verdicts, culprits, when enough was seen, and when fresh
// processes are asked.
package dev.loadline.measure;

import static dev.loadline.measure.Samples.GATE;
import static dev.loadline.measure.Samples.P99;
import static dev.loadline.measure.Samples.STACK;
import static dev.loadline.measure.Samples.THROUGHPUT;
import static dev.loadline.measure.Samples.YARDSTICK;
import static dev.loadline.measure.Samples.blocks;
import static dev.loadline.measure.Samples.closedLoop;
import static dev.loadline.measure.Samples.invalid;
import static dev.loadline.measure.Samples.metric;
import static dev.loadline.measure.Samples.ofProcess;
import static dev.loadline.measure.Samples.p99;
import static dev.loadline.measure.Samples.pair;
import static dev.loadline.measure.Samples.withWrongBodies;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class VerdictsTest {
  private static final String NAME = "java/duck hash.throughput";

  @Test
  void aStackWellAboveItsLimitPassesInSevenBlocksAndNineMoreShowWhetherItDrifts() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT);
    assertThat(run.throughput(block -> pair(block, 7_000, 10_000))).isEqualTo(16);
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.outcome().culprits()).isEmpty();
    assertThat(run.found().reference()).contains(YARDSTICK);
    assertThat(run.metric().measured().getAsDouble()).isCloseTo(0.7, within(1e-9));
    assertThat(run.metric().least().getAsDouble()).isBetween(0.5, 0.7);
    assertThat(run.metric().most().getAsDouble()).isGreaterThan(0.7);
  }

  @Test
  void aStackBelowItsLimitFailsAndIsNamed() {
    JudgedRun run = JudgedRun.of(THROUGHPUT, blocks(20, block -> pair(block, 4_000, 10_000)));
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.outcome().culprits()).containsExactly(NAME);
  }

  @Test
  void aStackAtItsLimitStaysInconclusiveUntilItsBlocksAreUsedUp() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT);
    int count = run.throughput(block -> pair(block, block % 2 == 0 ? 5_150 : 4_850, 10_000));
    assertThat(count).isEqualTo(40);
    assertThat(run.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
  }

  @Test
  void ofTwoMetricsTheOneThatIsHarmedIsNamedAndNoOther() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT, P99);
    run.add(blocks(20, block -> pair(block, 9_000, 10_000)));
    run.add(blocks(20, block -> p99(block, 30, 2)));
    assertThat(run.outcome().culprits()).containsExactly("java/duck hash.p99");
    assertThat(run.found().metrics())
        .extracting(MetricOutcome::verdict)
        .containsExactly(Verdict.PASS, Verdict.FAIL);
  }

  @Test
  void absoluteLimitsWantNoYardstick() {
    Metric promised = metric(Limit.Kind.REQUESTS_PER_SECOND_MIN, 5_000);
    JudgedRun run = JudgedRun.of(promised, blocks(8, block -> pair(block, 9_000, 1).subList(0, 1)));
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.metric().metric().name()).isEqualTo("java/duck hash.requestsPerSecond");
  }

  @Test
  void oneWrongAnswerFailsWhateverTheSpeedAndNothingMoreIsMeasured() {
    Sample wrong = withWrongBodies(closedLoop(90_000), 1, "GET /hash: not 7");
    JudgedRun run = JudgedRun.of(THROUGHPUT, pair(1, wrong, closedLoop(10_000)));
    assertThat(run.comparison().needs(Kind.THROUGHPUT, 1)).isFalse();
    assertThat(run.comparison().alarms(1)).isEmpty();
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.found().faults())
        .containsExactly("1 of 90,000 answers wrong or missing (body): GET /hash: not 7");
  }

  @Test
  void aWrongAnswerInTheWarmUpFailsToo() {
    Sample wrong = withWrongBodies(closedLoop(10_000), 3, "503");
    List<SliceRecord> warmUp = List.of(Samples.slice(0, STACK, Kind.WARM_UP, wrong));
    assertThat(JudgedRun.of(THROUGHPUT, warmUp).verdict()).isEqualTo(Verdict.FAIL);
  }

  @Test
  void aServerThatEndedFailsAndSaysHow() {
    SliceRecord slice = Samples.ended(pair(1, 1, 1).get(0), "the server ended: exit code 7");
    JudgedRun run = JudgedRun.of(THROUGHPUT, List.of(slice));
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.found().faults()).containsExactly("the server ended: exit code 7");
  }

  @Test
  void blocksThatAreInvalidAreLeftOutAndTheOthersCount() {
    JudgedRun run =
        JudgedRun.of(
            THROUGHPUT,
            blocks(10, block -> block % 4 == 0 ? spoilt(block) : pair(block, 7_000, 10_000)));
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.metric().blocks()).isEqualTo(8);
    assertThat(run.metric().leftOut()).containsEntry("java/yardstick: driver-bound", 2L);
  }

  @Test
  void aComparisonOfWhichMostBlocksAreInvalidIsNoPassAndIsSoonGivenUp() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT);
    assertThat(run.throughput(VerdictsTest::spoilt)).isEqualTo(8);
    assertThat(run.verdict()).isEqualTo(Verdict.INVALID);
    assertThat(run.found().invalid())
        .contains(
            "8 of 8 blocks of java/duck hash.throughput are invalid: java/yardstick: driver-bound (8)");
  }

  @Test
  void reasonsAreCountedWithoutTheirFiguresAndWithTheArmOfAReference() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT);
    List<SliceRecord> nothing = pair(1, closedLoop(7_000), Samples.with(closedLoop(1), "valid", 0));
    run.add(nothing).add(spoilt(2));
    List<SliceRecord> late = pair(3, 7_000, 10_000);
    run.add(List.of(invalid(late.get(0), "late sends: p99 of lateness 7 µs"), late.get(1)));
    assertThat(run.metric().leftOut())
        .containsExactly(
            entry("java/yardstick: nothing was answered in its window", 1L),
            entry("java/yardstick: driver-bound", 1L),
            entry("late sends", 1L));
  }

  @ParameterizedTest(name = "of the arm {0}")
  @ValueSource(ints = {0, 1})
  void blocksOfWhichOthersHadTheCpuAreWaitedForSinceThatPasses(int robbed) {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT);
    int count =
        run.throughput(
            block -> {
              List<SliceRecord> slices = new ArrayList<>(pair(block, 7_000, 10_000));
              if (block <= 12) {
                slices.set(robbed, invalid(slices.get(robbed), "CPU stolen: 30 %"));
              }
              return slices;
            });
    assertThat(count).isEqualTo(12 + 6);
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void soManyBlocksAsThresholdsJsonWantsAtLeastAreMeasured() {
    Gate patient = new Gate(0.01, 0.05, 20, 40, Gate.Inconclusive.WARN, Optional.empty());
    JudgedRun run = new JudgedRun(patient, THROUGHPUT);
    assertThat(run.throughput(block -> pair(block, 7_000, 10_000))).isEqualTo(20);
  }

  @Test
  void aMetricThatIsNotMeasuredIsToldAndTheOthersAreJudged() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT, P99);
    run.add(blocks(8, block -> pair(block, 7_000, 10_000)));
    run.comparison().leaveUnmeasured(Kind.P99, "it takes too long");
    assertThat(run.verdict()).isEqualTo(Verdict.PASS);
    assertThat(run.found().notMeasured())
        .containsExactly(new NotMeasured("java/duck hash.p99", "it takes too long"));
  }

  @Test
  void whatCannotBeMeasuredAtAllIsNotJudgedAndSaysWhy() {
    JudgedRun run = new JudgedRun(GATE, THROUGHPUT);
    run.comparison().leaveAll("it needs a JDK");
    assertThat(run.comparison().isMeasured()).isFalse();
    assertThat(run.outcome().verdict()).isEmpty();
    assertThat(run.found().notJudged()).contains("it needs a JDK");
  }

  private static List<SliceRecord> spoilt(int block) {
    List<SliceRecord> slices = pair(block, 7_000, 9_000);
    return List.of(slices.get(0), invalid(slices.get(1), "driver-bound: by far"));
  }

  @Nested
  class AServerThatGetsWorseWhileItIsLoaded {
    private static final List<SliceRecord> SLOWING =
        blocks(16, block -> pair(block, 9_500 - 250 * block, 10_000));
    private static final List<SliceRecord> GROWING =
        blocks(
            16,
            block ->
                pair(
                    block,
                    Samples.withServer(
                        closedLoop(7_000), "residentBytes", (100 + 25 * block) * 1024.0 * 1024),
                    closedLoop(10_000)));
    private static final List<SliceRecord> LEVEL = blocks(8, block -> pair(block, 7_000, 10_000));

    static Stream<Arguments> drifts() {
      return Stream.of(
          arguments("slowsDown", SLOWING, "its throughput fell by \\d+ % after 8 of 16 blocks"),
          arguments("grows", GROWING, "its memory grew by 200 MiB from the first half .*"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("drifts")
    void failsUnderItsOwnNameOnceFreshProcessesHaveShownTheSame(
        String way, List<SliceRecord> bad, String what) {
      JudgedRun run = JudgedRun.of(THROUGHPUT, bad, ofProcess(2, bad));
      assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
      assertThat(run.outcome().culprits()).containsExactly("java/duck hash." + way);
      assertThat(run.found().drifts().get(0).what()).matches(what);
      assertThat(run.metric().verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void isAlarmingAtFirstAndPassesWhereFreshProcessesStayLevel() {
      JudgedRun run = JudgedRun.of(THROUGHPUT, SLOWING);
      assertThat(run.comparison().alarms(1)).containsExactly("java/duck hash.slowsDown");
      assertThat(run.comparison().needs(Kind.THROUGHPUT, 2)).isTrue();
      run.add(ofProcess(2, LEVEL));
      assertThat(run.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void norIsAYardstickThatGetsFasterItsFault() {
      List<SliceRecord> beside = blocks(16, block -> pair(block, 9_000, 8_000 + 300 * block));
      JudgedRun run = JudgedRun.of(THROUGHPUT, beside, ofProcess(2, beside));
      assertThat(run.found().drifts()).isEmpty();
    }
  }

  @Nested
  class AServerThatStillCompiles {
    @Test
    void isNotFailedAndIsAskedAgain() {
      JudgedRun run = JudgedRun.of(THROUGHPUT, slow(0.21));
      assertThat(run.verdict()).isEqualTo(Verdict.INVALID);
      assertThat(run.outcome().culprits()).isEmpty();
      assertThat(run.found().invalid())
          .contains("it still warmed up: its compilers had 21 % of a core");
      assertThat(run.comparison().alarms(1)).containsExactly(NAME);
      run.add(ofProcess(2, slow(0.03))).add(ofProcess(3, slow(0.03)));
      assertThat(run.outcome().culprits()).containsExactly(NAME);
    }

    @Test
    void isFailedIfItDoesNotWarmUp() {
      assertThat(JudgedRun.of(THROUGHPUT, slow(0.03)).verdict()).isEqualTo(Verdict.FAIL);
    }

    private static List<SliceRecord> slow(double compilerShare) {
      Sample own = Samples.withServer(closedLoop(3_000), "compilerShare", compilerShare);
      return blocks(16, block -> pair(block, own, closedLoop(10_000)));
    }
  }

  @Nested
  class FreshProcesses {
    private static final List<SliceRecord> SLOW =
        blocks(20, block -> pair(block, 4_000 + block, 10_000));
    private static final List<SliceRecord> FAST =
        blocks(8, block -> pair(block, 7_000 + block, 10_000));
    private static final List<SliceRecord> SPOILT =
        FAST.stream().map(slice -> invalid(slice, "driver-bound: by far")).toList();
    private static final List<SliceRecord> LEANING = SLOW.subList(0, 8);

    @Test
    void takeBackWhatTheyDoNotConfirmAndWhatTheFirstMeasuredIsTold() {
      JudgedRun run = JudgedRun.of(THROUGHPUT, SLOW, ofProcess(2, FAST));
      assertThat(run.verdict()).isEqualTo(Verdict.PASS);
      assertThat(run.metric().measured().getAsDouble()).isCloseTo(0.7, within(0.01));
      assertThat(run.metric().blocks()).isEqualTo(8);
      assertThat(run.metric().earlier()).hasSize(1);
      assertThat(run.metric().earlier().get(0)).isCloseTo(0.401, within(0.001));
    }

    @Test
    void failWhatAllOfThemSay() {
      JudgedRun run = JudgedRun.of(THROUGHPUT, SLOW, ofProcess(2, SLOW), ofProcess(3, SLOW));
      assertThat(run.outcome().culprits()).containsExactly(NAME);
      assertThat(run.metric().earlier()).hasSize(2);
    }

    static Stream<Arguments> sets() {
      return Stream.of(
          arguments("none of them says anything to be trusted", SPOILT, SPOILT, Verdict.INVALID),
          arguments("the last confirm it, after some that are mute", SPOILT, SLOW, Verdict.FAIL),
          arguments("the last are mute, after some that confirm it", SLOW, SPOILT, Verdict.FAIL),
          arguments("the last do not confirm it", SPOILT, FAST, Verdict.PASS),
          arguments("the last only lean towards it", SLOW, LEANING, Verdict.FAIL),
          arguments("the last confirm it, others leaned", LEANING, SLOW, Verdict.FAIL),
          arguments("all of them only lean", LEANING, LEANING, Verdict.INCONCLUSIVE));
    }

    @ParameterizedTest(name = "where {0}: {3}")
    @MethodSource("sets")
    void haveTheLastWordUnlessTheyAreMute(
        String what, List<SliceRecord> second, List<SliceRecord> third, Verdict verdict) {
      JudgedRun run = JudgedRun.of(THROUGHPUT, SLOW, ofProcess(2, second), ofProcess(3, third));
      assertThat(run.verdict()).as(what).isEqualTo(verdict);
      assertThat(run.metric().earlier()).hasSize(1);
    }

    @Test
    void areAskedOfWhatIsAlarmingAlone() {
      JudgedRun run = new JudgedRun(GATE, THROUGHPUT, P99);
      run.add(FAST).add(blocks(20, block -> p99(block, 30, 2)));
      assertThat(run.comparison().alarms(1)).containsExactly("java/duck hash.p99");
      run.add(ofProcess(2, blocks(2, block -> pair(block, 10, 10_000))));
      assertThat(run.comparison().needs(Kind.THROUGHPUT, 2))
          .as("a rate for p99 is needed")
          .isTrue();
      run.add(ofProcess(2, blocks(20, block -> p99(block, 30, 2))));
      assertThat(run.found().metrics())
          .extracting(MetricOutcome::verdict)
          .containsExactly(Verdict.PASS, Verdict.FAIL);
      assertThat(run.metric().blocks()).isEqualTo(8);
    }

    @Test
    void areAskedUntilTheyAgreeOrNothingIsAlarming() {
      JudgedRun run = JudgedRun.of(THROUGHPUT, SLOW);
      Comparison comparison = run.comparison();
      assertThat(comparison.needs(Kind.THROUGHPUT, 1)).isFalse();
      assertThat(comparison.needs(Kind.THROUGHPUT, 2)).isTrue();
      assertThat(comparison.needs(Kind.P99, 2)).isFalse();
      run.add(ofProcess(2, pair(1, 4_000, 10_000)));
      assertThat(comparison.alarms(2)).containsExactly(NAME);
      run.add(ofProcess(2, pair(2, 9_000, 10_000))).add(ofProcess(2, pair(3, 9_000, 10_000)));
      assertThat(comparison.alarms(2)).isEmpty();
    }
  }
}

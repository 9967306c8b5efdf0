// How pairs of fresh processes become blocks of the judge, and what is measured of the next pair.
package dev.loadline.measure;

import static dev.loadline.measure.Samples.GATE;
import static dev.loadline.measure.Samples.STACK;
import static dev.loadline.measure.Samples.invalid;
import static dev.loadline.measure.Samples.ofProcess;
import static dev.loadline.measure.Samples.p99;
import static dev.loadline.measure.Samples.pair;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loadline.measure.Records.Place;
import dev.loadline.measure.SliceRecord.Kind;
import dev.loadline.measure.Verdicts.RunOutcome;
import dev.loadline.thresholds.Regression;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PairedComparisonTest {
  private static final Regression REGRESSION = new Regression(0.05, 0.2, Map.of());

  @Test
  void equalRevisionsPassInAFewPairs() {
    Pairs pairs = new Pairs();
    int count = pairs.measure((process, block) -> 1 + 0.03 * noise(process, block));
    assertThat(pairs.outcome().verdict()).contains(Verdict.PASS);
    assertThat(pairs.outcome().culprits()).isEmpty();
    assertThat(pairs.metrics()).extracting(MetricOutcome::blocks).contains(count);
    assertThat(count).isLessThan(8);
  }

  @Test
  void aPairIsOneBlockHoweverManySlicesItHas() {
    Pairs pairs = new Pairs();
    // One process of base came out 20 % faster than all others, for as long as it lived.
    pairs.measure((process, block) -> process == 1 ? 0.8 : 1);
    assertThat(pairs.outcome().verdict()).contains(Verdict.PASS);
    assertThat(pairs.outcome().culprits()).isEmpty();
  }

  @Test
  void aPairWhoseBlocksLieFarApartGetsMoreOfThemAndOneWhoseBlocksAgreeDoesNot() {
    Pairs noisy = new Pairs();
    noisy.measure((process, block) -> 1 + 0.3 * noise(process, block));
    assertThat(noisy.comparison().blocksOfSet(1, Kind.THROUGHPUT)).hasSize(18);
    Pairs quiet = new Pairs();
    quiet.measure((process, block) -> 1);
    assertThat(quiet.comparison().blocksOfSet(1, Kind.THROUGHPUT)).hasSize(6);
  }

  @Test
  void whatIsSlowerInEveryPairFailsByItsNameAndP99Passes() {
    Pairs pairs = new Pairs();
    int count = pairs.measure((process, block) -> 0.9 * (1 + 0.03 * noise(process, block)));
    assertThat(pairs.outcome().verdict()).contains(Verdict.FAIL);
    assertThat(pairs.outcome().culprits()).containsExactly("java/duck hash.throughput");
    assertThat(pairs.metrics().get(1).verdict()).isEqualTo(Verdict.PASS);
    assertThat(pairs.metrics().get(0).measured().getAsDouble()).isCloseTo(0.9, within(0.02));
    assertThat(count).isLessThan(12);
  }

  @Test
  void theSlowerTheFewerPairsAreNeededButNeverFewerThanFour() {
    assertThat(pairsUntilFailed(0.95)).isLessThan(12);
    assertThat(pairsUntilFailed(0.85)).isLessThan(pairsUntilFailed(0.95));
    assertThat(pairsUntilFailed(0.5)).isEqualTo(4);
    assertThat(pairsUntilFailed(0.02)).isEqualTo(4);
  }

  private static long pairsUntilFailed(double ratio) {
    Pairs pairs = new Pairs();
    pairs.measure((process, block) -> ratio * (1 + 0.03 * noise(process, block)));
    assertThat(pairs.outcome().culprits()).containsExactly("java/duck hash.throughput");
    return pairs
        .comparison()
        .sets()
        .filter(process -> pairs.comparison().blocksOfSet(process, Kind.THROUGHPUT).size() == 6)
        .count();
  }

  @Test
  void threePairsThatAreBadHoweverBadAreNoFail() {
    Pairs pairs = new Pairs();
    pairs.measure((process, block) -> process <= 3 ? 0.1 : 1);
    assertThat(pairs.outcome().culprits()).isEmpty();
  }

  @Test
  void aP99ThatGrewByAHalfFailsByItsName() {
    Pairs pairs = new Pairs();
    pairs.measure((process, block) -> 1, (process, block) -> 3 * (1 + 0.1 * noise(process, block)));
    assertThat(pairs.outcome().culprits()).containsExactly("java/duck hash.p99");
  }

  @Test
  void whatIsDecidedIsMeasuredNoMoreButForTheRateOfAP99() {
    Pairs pairs = new Pairs();
    int count =
        pairs.measure((process, block) -> 1, (process, block) -> process % 2 == 0 ? 2.6 : 1.9);
    assertThat(pairs.comparison().blocksOfSet(1, Kind.THROUGHPUT)).hasSize(6);
    assertThat(count).isGreaterThan(10);
    assertThat(pairs.comparison().blocksOfSet(count, Kind.THROUGHPUT)).hasSize(2);
  }

  @Test
  void whatSwingsBetweenTheTwoIsUndecidedWithWhatWouldHaveBeenSeen() {
    Pairs pairs = new Pairs();
    pairs.measure((process, block) -> process % 2 == 0 ? 0.82 : 1.13);
    assertThat(pairs.outcome().verdict()).contains(Verdict.INCONCLUSIVE);
    assertThat(pairs.metrics().get(0).resolves().getAsDouble()).isBetween(0.5, 0.95);
    assertThat(pairs.metrics().get(1).resolves()).isEmpty();
  }

  @Test
  void aPairOfWhichMostBlocksAreNotToBeTrustedSaysNothing() {
    Pairs pairs = new Pairs();
    for (int block = 1; block <= 9; block++) {
      boolean isSpoilt = block <= 5;
      List<SliceRecord> slices = ofProcess(1, pair(block, isSpoilt ? 1_000 : 10_000, 10_000));
      SliceRecord late = invalid(slices.get(0), "late sends: by far");
      pairs.records.add(isSpoilt ? List.of(late, slices.get(1)) : slices);
    }
    assertThat(pairs.metrics().get(0).blocks()).isZero();
    assertThat(pairs.metrics().get(0).leftOut()).containsEntry("late sends", 1L);
  }

  @Test
  void whereBaseCouldNotBeMeasuredNothingIsKnownOfHeadAndItHasNotPassed() {
    Pairs pairs = new Pairs();
    pairs.comparison().hasNoReference("java/duck@base: it ended before it was ready");
    assertThat(pairs.outcome().verdict()).contains(Verdict.INVALID);
    ComparisonOutcome found = pairs.outcome().comparisons().get(0);
    assertThat(found.invalid()).contains("java/duck@base: it ended before it was ready");
    assertThat(found.notJudged()).isEmpty();
  }

  /** Deterministic, between -1 and 1. */
  private static double noise(int process, int block) {
    return Math.sin(process * 12.9898 + block * 78.233);
  }

  /** What a pair shows in one of its blocks. */
  private interface Shown {
    double of(int process, int block);
  }

  private static final class Pairs {
    private final Records records = new Records(Writer.nullWriter());
    private final Verdicts verdicts;

    Pairs() {
      List<Metric> metrics =
          REGRESSION.of(STACK).stream()
              .map(
                  allowed ->
                      new Metric(
                          STACK,
                          "hash",
                          allowed.limit(),
                          allowed.passBelow(),
                          allowed.pairDeviation(),
                          Optional.empty()))
              .toList();
      verdicts = Verdicts.ofPairs(Map.of(new Place("java", STACK, "hash"), metrics), GATE, records);
    }

    int measure(Shown ratio) {
      return measure(ratio, (process, block) -> 2);
    }

    /**
     * Measures pairs for as long as they are wanted.
     *
     * @param ratio of head's throughput
     * @param p99 of head, where base has 2 ms
     * @return how many there were
     */
    int measure(Shown ratio, Shown p99) {
      int process = 1;
      for (; process <= GATE.maxBlocks() && comparison().isOpen(process); process++) {
        for (int block = 1; comparison().needs(Kind.THROUGHPUT, process); block++) {
          double head = 10_000 * ratio.of(process, block);
          records.add(ofProcess(process, pair(block, head, 10_000)));
        }
        for (int block = 1; comparison().needs(Kind.P99, process); block++) {
          records.add(ofProcess(process, p99(block, p99.of(process, block), 2)));
        }
      }
      return process - 1;
    }

    Comparison comparison() {
      return verdicts.comparisons().get(0);
    }

    RunOutcome outcome() {
      return verdicts.outcome();
    }

    List<MetricOutcome> metrics() {
      return outcome().comparisons().get(0).metrics();
    }
  }
}

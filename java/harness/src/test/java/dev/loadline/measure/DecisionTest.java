// How many blocks convince, among how many metrics, how seldom wrongly; and that an interval keeps
// the truth.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.Decision.ErrorRates;
import dev.loadline.measure.Decision.Standing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DecisionTest {
  private static final int SERIES = 400;
  private static final List<Integer> LOOKS = List.of(7, 10, 20, 40);
  private static final double LIMIT = 0.5;

  @ParameterizedTest(name = "of {1} metrics, processes {0} must convince as among {2}")
  @CsvSource({"1, 1000, 1000", "2, 50, 1", "2, 500, 10", "3, 500, 10"})
  void freshProcessesNeedNotConvinceForAllMetricsAgain(int process, int metrics, int asAmong) {
    assertThat(blocksToFail(metrics, process)).isEqualTo(blocksToFail(asAmong, 1));
    assertThat(blocksToFail(10, 1)).isGreaterThan(blocksToFail(1, 1));
  }

  private static int blocksToFail(int metrics, int process) {
    return IntStream.rangeClosed(1, 40)
        .filter(
            count -> {
              Series series = series(Collections.nCopies(count, 0.2));
              return Decision.of(Samples.THROUGHPUT, series, rates(metrics), process).verdict()
                  == Verdict.FAIL;
            })
        .findFirst()
        .orElseThrow();
  }

  @Test
  void whatIsFourTimesAsGoodAsItsLimitPassesInAFewBlocks() {
    assertThat(blocksToPass(Samples.P99)).isEqualTo(4);
    assertThat(blocksToPass(Samples.THROUGHPUT)).isEqualTo(3);
  }

  private static int blocksToPass(Metric metric) {
    return IntStream.rangeClosed(1, 40)
        .filter(count -> passes(metric, Collections.nCopies(count, -Math.log(4))))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest(name = "{0}: what is at its limit and scatters by {1} seldom passes")
  @CsvSource({"p99, 0.8", "p99, 1.2", "throughput, 0.1", "throughput, 0.3", "throughput, 0.4"})
  void whatIsAtItsLimitSeldomPasses(String kind, double scatter) {
    Metric metric = kind.equals("p99") ? Samples.P99 : Samples.THROUGHPUT;
    Random random = new Random(7);
    long passes =
        IntStream.range(0, SERIES)
            .filter(
                at -> {
                  DoubleStream harms =
                      DoubleStream.generate(() -> scatter * random.nextGaussian()).limit(40);
                  return passes(metric, harms.boxed().toList());
                })
            .count();
    assertThat(passes).isLessThan(Math.round(rates(12).beta() * SERIES));
  }

  private static boolean passes(Metric metric, List<Double> harms) {
    return Decision.of(metric, series(harms), rates(12), 1).verdict() == Verdict.PASS;
  }

  @ParameterizedTest(name = "of 40 blocks at its limit {0} count and {1} are left out: decided {2}")
  @CsvSource({
    "39, 0, false",
    "40, 0, true",
    "12, 28, false",
    "39, 117, false",
    "39, 118, true",
    "0, 39, false",
    "0, 40, true"
  })
  void whatIsLeftOutDoesNotUseUpTheBudget(int counted, int leftOut, boolean isDecided) {
    List<String> reasons = Collections.nCopies(leftOut, "CPU stolen: 14 % of it went to others");
    Series series = new Series(Collections.nCopies(counted, 0.0), reasons, List.of());
    assertThat(Decision.of(Samples.THROUGHPUT, series, rates(12), 1).isDecided())
        .isEqualTo(isDecided);
  }

  @Test
  void inFewerThanATenthOf400SeriesTheIntervalEverMissesWhatIsTrue() {
    Random random = new Random(3);
    long misses = IntStream.range(0, SERIES).filter(at -> everMisses(random)).count();
    assertThat(misses).isLessThan(SERIES / 10);
  }

  /** Of a stack that is just at its limit. */
  private static boolean everMisses(Random random) {
    List<Double> harms = new ArrayList<>();
    boolean misses = false;
    for (int block = 1; block <= 40; block++) {
      harms.add(0.1 * random.nextGaussian());
      if (LOOKS.contains(block)) {
        Decision decision = Decision.of(Samples.THROUGHPUT, series(harms), rates(12), 1);
        Standing standing = new Standing(decision, false, List.of());
        MetricOutcome found = MetricOutcome.of(Samples.THROUGHPUT, standing, rates(12));
        misses |= found.least().orElse(0) > LIMIT || found.most().orElse(1) < LIMIT;
      }
    }
    return misses;
  }

  private static Series series(List<Double> harms) {
    return new Series(harms, List.of(), List.of());
  }

  private static ErrorRates rates(int metrics) {
    return new ErrorRates(0.01, 0.05, 1, 40, metrics);
  }
}

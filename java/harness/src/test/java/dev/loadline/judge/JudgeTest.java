// The judge against vectors that neither harness made, and against what it promises.
package dev.loadline.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JudgeTest {
  private static final Path VECTORS = Path.of("../../contracts/judge/vectors.json");
  private static final double ALLOWED = Math.log1p(0.05);
  private static final double HARMLESS = 0.3 * ALLOWED;

  @TestFactory
  Stream<DynamicTest> agreesWithTheVectors() {
    JsonMapper mapper = JsonMapper.shared();
    return mapper
        .readTree(VECTORS)
        .valueStream()
        .map(
            vector ->
                DynamicTest.dynamicTest(
                    vector.get("name").asString(),
                    () -> {
                      Recorded in = mapper.treeToValue(vector.get("in"), Recorded.class);
                      assertAgrees(Judge.judge(in), vector.get("out"));
                    }));
  }

  @Test
  void raisesAFalseAlarmInFewerThanOnePercentOfRunsWithoutChange() {
    Random random = new Random(1);
    int alarms = 0;
    for (int run = 0; run < 1_000; run++) {
      Recorded recorded = run(random, 0, 12, 0.035, OptionalDouble.empty());
      if (Judge.judge(recorded).verdict() == Judged.Verdict.FAIL) {
        alarms++;
      }
    }
    assertThat(alarms).isLessThan(10);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.015, 0.03, 0.04})
  void keepsItsPromisesOnPairs(double scatter) {
    assertThat(share(judgedPairs(HARMLESS, scatter), Judged.Verdict.FAIL)).isLessThan(0.01);
    assertThat(share(judgedPairs(ALLOWED, scatter), Judged.Verdict.PASS)).isLessThan(0.05);
  }

  @Test
  void knowsSoonerWhatPairsSayThatLieCloseTogether() {
    List<Judged> near = judgedPairs(ALLOWED, 0.015);
    assertThat(share(near, Judged.Verdict.FAIL)).isEqualTo(1);
    assertThat(blocks(near)).isLessThan(blocks(judgedPairs(ALLOWED, 0.03)));
    List<Judged> same = judgedPairs(0, 0.015);
    assertThat(share(same, Judged.Verdict.PASS)).isEqualTo(1);
    assertThat(blocks(same)).isEqualTo(4);
  }

  /**
   * @param harm of two metrics (log ratio)
   * @param scatter of pairs of which 0.03 is known
   */
  private static List<Judged> judgedPairs(double harm, double scatter) {
    Random random = new Random(3);
    return Stream.generate(() -> run(random, harm, 2, scatter, OptionalDouble.of(0.03)))
        .limit(300)
        .map(Judge::judge)
        .toList();
  }

  private static double share(List<Judged> all, Judged.Verdict verdict) {
    return (double) all.stream().filter(each -> each.verdict() == verdict).count() / all.size();
  }

  private static double blocks(List<Judged> all) {
    return Evidence.median(all.stream().mapToDouble(Judged::blocks).toArray());
  }

  private static Recorded run(
      Random random, double harm, int count, double scatter, OptionalDouble pairDeviation) {
    Map<String, Recorded.Metric> metrics = new HashMap<>();
    for (int metric = 0; metric < count; metric++) {
      List<Double> harms = new ArrayList<>();
      for (int block = 0; block < 40; block++) {
        harms.add(harm + scatter * random.nextGaussian());
      }
      metrics.put("w" + metric, new Recorded.Metric(HARMLESS, ALLOWED, harms, pairDeviation));
    }
    return new Recorded(0.01, 0.05, 40, metrics);
  }

  private static void assertAgrees(Judged judged, JsonNode out) {
    assertThat(named(judged.verdict())).isEqualTo(out.get("verdict").asString());
    assertThat(judged.blocks()).isEqualTo(out.get("blocks").asInt());
    assertThat(judged.culprits())
        .isEqualTo(out.get("culprits").valueStream().map(JsonNode::asString).toList());
    assertThat(judged.metrics()).hasSize(out.get("metrics").size());
    judged.metrics().forEach((name, metric) -> assertAgrees(metric, out.get("metrics").get(name)));
  }

  private static void assertAgrees(Judged.Metric metric, JsonNode out) {
    assertThat(named(metric.verdict())).isEqualTo(out.get("verdict").asString());
    assertNear(metric.failEvidence(), out.get("failEvidence"));
    assertNear(metric.passEvidence(), out.get("passEvidence"));
    assertNear(metric.estimate(), out.get("estimate"));
    assertNear(metric.interval().low(), out.get("interval").get(0));
    assertNear(metric.interval().high(), out.get("interval").get(1));
  }

  private static void assertNear(Double actual, JsonNode expected) {
    if (expected.isNull()) {
      assertThat(actual).isNull();
      return;
    }
    double value = expected.asDouble();
    assertThat(actual).isCloseTo(value, within(1e-9 * Math.max(Math.abs(value), 1e-6)));
  }

  private static String named(Judged.Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}

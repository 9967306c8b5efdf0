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
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class JudgeTest {
  private static final Path VECTORS = Path.of("../../contracts/judge/vectors.json");

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
      if (Judge.judge(unchanged(random, 12)).verdict() == Judged.Verdict.FAIL) {
        alarms++;
      }
    }
    assertThat(alarms).isLessThan(10);
  }

  private static Recorded unchanged(Random random, int count) {
    Map<String, Recorded.Metric> metrics = new HashMap<>();
    for (int metric = 0; metric < count; metric++) {
      List<Double> harms = new ArrayList<>();
      for (int block = 0; block < 40; block++) {
        harms.add(0.035 * random.nextGaussian());
      }
      double allowed = Math.log1p(0.05);
      metrics.put("w" + metric, new Recorded.Metric(0.3 * allowed, allowed, harms));
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

// The message of a comparison that does not hold, to the letter.
package dev.loadline.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.Drift;
import dev.loadline.measure.Metric;
import dev.loadline.measure.MetricOutcome;
import dev.loadline.measure.Verdict;
import dev.loadline.thresholds.Limit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class LimitMessageTest {
  private static final OptionalDouble NONE = OptionalDouble.empty();

  @Test
  void saysWhatWasRequiredWhatWasMeasuredAndWhereToChangeIt() {
    MetricOutcome found =
        metric(
            Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN,
            0.1,
            Verdict.FAIL,
            some(0.081),
            some(0.079),
            some(0.084));
    assertThat(LimitMessage.allOf(comparison(Verdict.FAIL, List.of(), found)))
        .containsExactly(
            """
            java/duck hello: throughput below its limit
              required  >= 0.100 of the yardstick   (thresholds.json /stacks/java~1duck/hello/throughputOfYardstickMin)
              measured     0.081   (0.079 to 0.084, 14 blocks)""");
  }

  @Test
  void namesTheUnitOfALimitThatIsAPromise() {
    MetricOutcome found =
        metric(Limit.Kind.P99_MILLIS_MAX, 50, Verdict.FAIL, some(1234.5), some(61), NONE);
    assertThat(LimitMessage.allOf(comparison(Verdict.FAIL, List.of(), found)))
        .containsExactly(
            """
            java/duck hello: p99 above its limit
              required  <= 50.0 ms   (thresholds.json /stacks/java~1duck/hello/p99MillisMax)
              measured     1,235   (at least 61.0, 14 blocks)""");
  }

  @Test
  void saysWhatWasWrongUnderLoad() {
    String fault = "1 of 9 answers wrong or missing (body): GET /hello: expected 1, got 2";
    assertThat(LimitMessage.allOf(comparison(Verdict.FAIL, List.of(fault))))
        .containsExactly(
            """
            java/duck hello: wrong under load
              required  every answer right
              measured  1 of 9 answers wrong or missing (body): GET /hello: expected 1, got 2""");
  }

  @Test
  void aServerThatGetsWorseIsToldByItsOwnName() {
    Drift larger = new Drift(Drift.Way.GROWS, "hash", "its memory grew by 200 MiB");
    assertThat(LimitMessage.allOf(comparison(Verdict.FAIL, List.of(), List.of(larger))))
        .containsExactly(
            """
            java/duck hello: grows
              required  memory that levels off
              measured  its memory grew by 200 MiB""");
  }

  @Test
  void saysWhatIsUndecidedAndWhatIsInvalid() {
    MetricOutcome found =
        metric(Limit.Kind.P99_OF_YARDSTICK_MAX, 2, Verdict.INCONCLUSIVE, some(1.9), NONE, NONE);
    assertThat(LimitMessage.allOf(comparison(Verdict.INCONCLUSIVE, List.of(), found)).get(0))
        .startsWith("java/duck hello: p99 undecided after 14 blocks\n  required  <= 2.000 of the")
        .endsWith("  measured     1.900   (14 blocks)");
    assertThat(LimitMessage.allOf(comparison(Verdict.INVALID, List.of(), found)))
        .containsExactly(
            """
            java/duck hello: invalid, which is no pass
              required  a measurement that is to be trusted
              measured  it was late""");
  }

  @Test
  void ofTwoRevisionsItSpeaksOfTheBaseAndOfPairs() {
    String required =
        "\n  required  >= 0.985 of the base   (thresholds.json /regression/throughputLossMax)";
    String measured = "\n  measured     0.970   (0.950 to 0.990, 14 pairs)";
    assertThat(LimitMessage.allOf(ARun.ofBase(Verdict.FAIL)))
        .containsExactly("java/duck hash: throughput below the base's" + required + measured);
    assertThat(LimitMessage.allOf(ARun.ofBase(Verdict.INCONCLUSIVE)))
        .containsExactly(
            "java/duck hash: throughput undecided after 14 pairs; 0.930 would have been seen"
                + required
                + measured);
  }

  @Test
  void hasNothingToSayOfAPass() {
    assertThat(LimitMessage.allOf(comparison(Verdict.PASS, List.of()))).isEmpty();
  }

  @Test
  void writesFiguresWithThreeDigitsThatCount() {
    assertThat(Figures.figure(0)).isEqualTo("0");
    assertThat(Figures.figure(0.0123)).isEqualTo("0.012");
    assertThat(Figures.figure(12.34)).isEqualTo("12.3");
    assertThat(Figures.figure(12_345.6)).isEqualTo("12,346");
    assertThat(Figures.duration(423)).isEqualTo("7 min 3 s");
  }

  private static OptionalDouble some(double value) {
    return OptionalDouble.of(value);
  }

  private static MetricOutcome metric(
      Limit.Kind kind,
      double limit,
      Verdict verdict,
      OptionalDouble measured,
      OptionalDouble least,
      OptionalDouble most) {
    String pointer = "/stacks/java~1duck/hello/" + kind.key();
    Metric metric =
        new Metric("java/duck", "hello", new Limit(kind, limit, pointer), Optional.empty());
    return new MetricOutcome(
        metric, verdict, measured, List.of(), least, most, 14, Map.of(), 1, 1, NONE);
  }

  private static ComparisonOutcome comparison(
      Verdict verdict, List<String> faults, MetricOutcome... metrics) {
    return comparison(verdict, faults, List.of(), metrics);
  }

  private static ComparisonOutcome comparison(
      Verdict verdict, List<String> faults, List<Drift> drifts, MetricOutcome... metrics) {
    return new ComparisonOutcome(
        "java/duck",
        Optional.of("java/yardstick"),
        "hello",
        Optional.of(verdict),
        Optional.empty(),
        faults,
        drifts,
        verdict == Verdict.INVALID ? Optional.of("it was late") : Optional.empty(),
        List.of(metrics),
        List.of(),
        Optional.empty(),
        Optional.empty());
  }
}

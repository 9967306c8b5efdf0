// What a gate measures: all that has limits, and p99 of the workloads that every run judges.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.contracts.Contracts;
import dev.loadline.measure.Plan.Planned;
import dev.loadline.services.Services;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import dev.loadline.thresholds.Thresholds;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PlanTest {
  private static final Contracts CONTRACTS =
      Contracts.load(Path.of("../../contracts")).only(name -> name.matches("hello|hash|echo"));

  @Test
  void aStackIsHeldAgainstTheYardstickOfItsLanguageOnWhatItSpeaks() {
    Plan plan = plan(false);
    assertThat(plan.groups()).hasSize(1);
    assertThat(plan.groups().get(0).name()).isEqualTo("java");
    assertThat(plan.groups().get(0).reference().orElseThrow().id()).isEqualTo("java/yardstick");
    assertThat(plan.comparisons())
        .extracting(planned -> planned.contract().workload())
        .containsExactly("hello", "hash");
    assertThat(plan.warmedOn()).hasSize(3);
  }

  @Test
  void p99OfOtherWorkloadsIsLeftToFullRuns() {
    assertThat(whyNoP99(plan(false), "hello")).isEmpty();
    assertThat(whyNoP99(plan(false), "hash")).contains("left to -Dloadline.full");
    assertThat(whyNoP99(plan(true), "hash")).isEmpty();
  }

  @Test
  void ofTwoRevisionsAStackIsHeldAgainstItselfOnWhatTheChangeCanTouch() {
    Variant duck = variant("java/duck");
    Plan.Revised revised = new Plan.Revised(duck, duck, List.of("hash"));
    Plan plan = Plan.compare(List.of(revised), CONTRACTS, Thresholds.NONE, false, Services.none());
    assertThat(plan.groups().get(0).reference().orElseThrow().id()).isEqualTo("java/duck@base");
    assertThat(plan.comparisons())
        .extracting(planned -> planned.contract().workload())
        .containsExactly("hash");
    assertThat(plan.comparisons().get(0).metrics())
        .extracting(Metric::name)
        .containsExactly("java/duck hash.throughput", "java/duck hash.p99");
    assertThat(plan.isPaired()).isTrue();
  }

  private static Optional<String> whyNoP99(Plan plan, String workload) {
    return plan.comparisons().stream()
        .filter(planned -> planned.contract().workload().equals(workload))
        .map(Planned::metrics)
        .map(metrics -> metrics.get(1).whyNot())
        .findFirst()
        .orElseThrow();
  }

  private static Plan plan(boolean isFull) {
    Gate gate = new Gate(0.01, 0.05, 1, 40, Gate.Inconclusive.WARN, Optional.of(List.of("hello")));
    List<Limit> both =
        List.of(
            new Limit(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, 0.5, "/stacks"),
            new Limit(Limit.Kind.P99_OF_YARDSTICK_MAX, 3, "/stacks"));
    Thresholds thresholds =
        new Thresholds(
            gate,
            Thresholds.NONE.regression(),
            Map.of("java/duck", Map.of("hello", both, "hash", both)));
    Variant duck = variant("java/duck");
    List<Variant> all = List.of(duck, variant("node/yardstick"), variant("java/yardstick"));
    Plan.Wanted wanted =
        new Plan.Wanted(List.of(duck), all, CONTRACTS, CONTRACTS, thresholds, isFull);
    return Plan.gate(wanted, Services.none());
  }

  private static Variant variant(String id) {
    return new Stack(
            id,
            id.substring(0, id.indexOf('/')),
            "A bird",
            List.of("true"),
            Map.of(),
            List.of("hello", "hash"),
            Map.of(),
            Map.of(),
            Path.of(""),
            Path.of(""))
        .variants()
        .get(0);
  }
}

// Limits that cannot be used are refused with everything that is wrong with them.
package dev.loadline.thresholds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.within;

import dev.loadline.contracts.Contracts;
import dev.loadline.input.InvalidInput;
import dev.loadline.input.Problem;
import dev.loadline.stacks.Stack;
import dev.loadline.thresholds.Thresholds.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThresholdsTest {
  private static final String GATE =
      "'gate': {'falseAlarm': 0.01, 'missed': 0.05, 'maxBlocks': 40, 'inconclusive': 'warn'},"
          + "'regression': {'throughputLossMax': 0.05, 'p99IncreaseMax': 0.2}";
  private static final Contracts CONTRACTS = Contracts.load(Path.of("../../contracts"));

  @TempDir Path root;

  @BeforeEach
  void copySchema() throws IOException {
    String schema = "contracts/schema/thresholds.schema.json";
    Files.createDirectories(root.resolve(schema).getParent());
    Files.copy(Path.of("../..").resolve(schema), root.resolve(schema));
  }

  @Test
  void readsTheGateAndEveryLimitWithItsPlace() throws IOException {
    Thresholds thresholds =
        load(
            "{%s, 'stacks': {'java/duck': {'hash': {'throughputOfYardstickMin': 0.5, 'p99MillisMax': 20}}}}");
    assertThat(thresholds.gate())
        .isEqualTo(new Gate(0.01, 0.05, 1, 40, Gate.Inconclusive.WARN, Optional.empty()));
    assertThat(thresholds.of("java/duck", "hash"))
        .containsExactly(
            new Limit(
                Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN,
                0.5,
                "/stacks/java~1duck/hash/throughputOfYardstickMin"),
            new Limit(Limit.Kind.P99_MILLIS_MAX, 20, "/stacks/java~1duck/hash/p99MillisMax"));
    assertThat(thresholds.of("java/duck", "hello")).isEmpty();
  }

  @Test
  void readsWhoseP99EveryRunJudges() throws IOException {
    String some = GATE.replace("'inconclusive'", "'p99Workloads': ['hello'], 'inconclusive'");
    Gate gate = load("{%s, 'stacks': {}}".replace("%s", some)).gate();
    assertThat(gate.judgesP99Of("hello")).isTrue();
    assertThat(gate.judgesP99Of("hash")).isFalse();
    assertThat(load("{%s, 'stacks': {}}").gate().judgesP99Of("hash")).isTrue();
  }

  @Test
  void refusesWhatIsNoJson() throws IOException {
    assertThat(refused("{%s, 'stacks': ")).extracting(Problem::expected).containsExactly("JSON");
  }

  @Test
  void tellsEveryProblemAtOnce() throws IOException {
    assertThat(
            refused(
                """
                {%s, 'stack': {}, 'stacks': {
                  'java/goose': {'hash': {'p99MillisMax': 5}},
                  'java/duck': {
                    'hash': {'throughputOfYardstickMin': -1, 'p99Max': 5},
                    'hello': {'p99MillisMax': '5'},
                    'stream': {'p99MillisMax': 5},
                    'swim': {'p99MillisMax': 5}},
                  'java/yardstick': {'hash': {'p99MillisMax': 5}}}}
                """))
        .extracting(Problem::pointer)
        .containsExactlyInAnyOrder(
            "/stack",
            "/stacks/java~1goose",
            "/stacks/java~1duck/hash/throughputOfYardstickMin",
            "/stacks/java~1duck/hash/p99Max",
            "/stacks/java~1duck/hello/p99MillisMax",
            "/stacks/java~1duck/stream",
            "/stacks/java~1duck/swim",
            "/stacks/java~1yardstick");
  }

  @Test
  void tellsWhatIsExpectedInTheWordsOfTheOtherSide() throws IOException {
    assertThat(
            refused(
                """
                {'gate': {'falseAlarm': 0.6, 'missed': 0.05, 'maxBlocks': 3.5, 'inconclusive': 'no'},
                 'regression': {'throughputLossMax': 1, 'p99IncreaseMax': 0.2, 'colour': 1},
                 'stacks': {'java/duck': {'hash': {'p99MillisMax': 0}, 'hello': {'p99MillisMax': '5'}}}}
                """))
        .extracting(problem -> problem.pointer() + " " + problem.expected())
        .containsExactlyInAnyOrder(
            "/gate/falseAlarm <= 0.5",
            "/gate/maxBlocks integer",
            "/gate/maxBlocks >= 4",
            "/gate/inconclusive one of \"pass\", \"warn\", \"fail\"",
            "/regression/throughputLossMax < 1",
            "/regression/colour no such key; known: throughputLossMax, p99IncreaseMax, stacks",
            "/stacks/java~1duck/hash/p99MillisMax > 0",
            "/stacks/java~1duck/hello/p99MillisMax number");
  }

  @Test
  void refusesMoreBlocksAtLeastThanAtMost() throws IOException {
    String json =
        "{%s, 'stacks': {}}".replace("%s", GATE.replace("'maxB", "'minBlocks': 50, 'maxB"));
    assertThat(refused(json))
        .contains(
            new Problem(
                "thresholds.json", "/gate/minBlocks", "at most maxBlocks, which is 40", "50"));
  }

  @Test
  void missesEveryWorkloadWithoutLimitsWhereTheFileMustBeComplete() throws IOException {
    write("{%s, 'stacks': {'java/duck': {'hash': {'p99MillisMax': 5}}}}");
    InvalidInput refusal =
        catchThrowableOfType(
            InvalidInput.class, () -> Thresholds.load(root, stacks(), CONTRACTS, Entries.COMPLETE));
    assertThat(refusal.problems())
        .containsExactly(
            new Problem(
                "thresholds.json",
                "/stacks/java~1duck/hello",
                "limits, because java/duck speaks hello (loadline calibrate writes them)",
                "nothing"));
  }

  @Test
  void aHouseWithoutTheFileGatesNothing() {
    assertThat(Thresholds.load(root, stacks(), CONTRACTS, Entries.AS_THEY_ARE)).isEmpty();
  }

  @Test
  void theta0AndTheta1ComeOfWhatIsAllowed() throws IOException {
    List<Regression.Allowed> allowed = load("{%s, 'stacks': {}}").regression().of("java/duck");
    Limit throughput = allowed.get(0).limit();
    assertThat(throughput.value()).isCloseTo(Math.exp(-0.3 * Math.log(1.05)), within(1e-12));
    assertThat(allowed.get(0).passBelow()).isCloseTo(0.7 * Math.log(1.05), within(1e-12));
    assertThat(throughput.pointer()).isEqualTo("/regression/throughputLossMax");
    Limit p99 = allowed.get(1).limit();
    assertThat(p99.value()).isCloseTo(Math.exp(0.3 * Math.log(1.2)), within(1e-12));
  }

  @Test
  void aStackMayAllowItselfOtherFigures() throws IOException {
    String stacks = ", 'stacks': {'java/duck': {'throughputLossMax': 0.5}}}";
    String json = "{%s, 'stacks': {}}".replace("%s", GATE.replace("0.2}", "0.2" + stacks));
    List<Regression.Allowed> allowed = load(json).regression().of("java/duck");
    assertThat(allowed.get(0).passBelow()).isCloseTo(0.7 * Math.log(1.5), within(1e-12));
    assertThat(allowed)
        .extracting(each -> each.limit().pointer())
        .containsExactly(
            "/regression/stacks/java~1duck/throughputLossMax", "/regression/p99IncreaseMax");
    assertThat(refused(json.replace("'java/duck'", "'java/goose'")))
        .contains(
            new Problem(
                "thresholds.json",
                "/regression/stacks/java~1goose",
                "a stack that is listed: java/duck, java/yardstick",
                "\"java/goose\""));
  }

  @Test
  void theHarmOfAValueBeyondItsLimitIsPositive() {
    Limit least = new Limit(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, 0.5, "");
    Limit most = new Limit(Limit.Kind.P99_MILLIS_MAX, 10, "");
    assertThat(least.harmOf(0.25)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(least.harmOf(1)).isNegative();
    assertThat(most.harmOf(20)).isCloseTo(Math.log(2), within(1e-12));
    assertThat(most.valueOf(most.harmOf(7))).isCloseTo(7, within(1e-12));
    assertThat(least.valueOf(least.harmOf(0.7))).isCloseTo(0.7, within(1e-12));
  }

  private Thresholds load(String json) throws IOException {
    write(json);
    return Thresholds.load(root, stacks(), CONTRACTS, Entries.AS_THEY_ARE).orElseThrow();
  }

  private List<Problem> refused(String json) throws IOException {
    write(json);
    InvalidInput refusal =
        catchThrowableOfType(
            InvalidInput.class,
            () -> Thresholds.load(root, stacks(), CONTRACTS, Entries.AS_THEY_ARE));
    assertThat(refusal).isNotNull();
    return refusal.problems();
  }

  private void write(String json) throws IOException {
    Files.writeString(root.resolve(Thresholds.FILE), json.replace("%s", GATE).replace('\'', '"'));
  }

  private List<Stack> stacks() {
    return List.of(stack("java/duck", "hello", "hash"), stack("java/yardstick", "hash"));
  }

  private Stack stack(String id, String... workloads) {
    return new Stack(
        id,
        "java",
        "A bird",
        List.of("true"),
        Map.of(),
        List.of(workloads),
        Map.of(),
        Map.of(),
        root,
        root);
  }
}

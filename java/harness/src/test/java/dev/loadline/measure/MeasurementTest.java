// Whole runs with real servers and the real driver: what is slower or wrong is failed and named,
// and nothing else is.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.input.SchemaCheck;
import dev.loadline.services.Services;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import dev.loadline.thresholds.Regression;
import dev.loadline.thresholds.Thresholds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alone: beside other tests a machine is too busy to say who is slow. */
@Isolated
class MeasurementTest {
  private static final Path HOUSE = Path.of("../..").toAbsolutePath().normalize();

  /** Such a server leaves the driver little to do: on a busy machine it is no bottleneck either. */
  private static final String PAUSES = "-Dpause=1";

  /** Another workload, on which a server does the same as on hello. */
  private static final String TWIN = "twin";

  /** Decides in a few blocks: here all is plain. */
  private static final Gate GATE =
      new Gate(0.25, 0.25, 1, 20, Gate.Inconclusive.WARN, Optional.empty());

  @TempDir Path folder;

  private double warmUpSeconds = 0.4;
  private final List<String> told = new ArrayList<>();
  private Consumer<String> onProgress = told::add;

  @Test
  void aStackThatIsSlowIsNoPassAndOneThatAnswersWronglyFails() throws Exception {
    Measured run =
        measured(
            List.of(
                stack("even", PAUSES),
                stack("slow", "-Dpause=4"),
                stack("wrong", PAUSES, "-Dwrong=1000")),
            Map.of("java/even", 0.3, "java/slow", 0.8, "java/wrong", 0.3));
    // On a machine that is busy with other things it is invalid, which is no pass either.
    assertThat(verdict(run, "java/slow"))
        .as(told.toString())
        .isIn(Verdict.FAIL, Verdict.INVALID, Verdict.INCONCLUSIVE);
    assertThat(run.outcome().culprits()).isSubsetOf("java/slow hello.throughput");
    assertThat(verdict(run, "java/wrong")).isEqualTo(Verdict.FAIL);
    assertThat(run.comparison("java/wrong", "hello").orElseThrow().faults().get(0))
        .contains("answers wrong or missing (body)")
        .contains("expected \"Hello World!\" (12 bytes), got \"Hello Wurld!\" (12 bytes)");
    assertThat(verdict(run, "java/even")).isNotEqualTo(Verdict.FAIL);
    assertThat(run.outcome().verdict()).contains(Verdict.FAIL);
    assertThat(run.servers()).allMatch(server -> server.leftBehind().isEmpty());
    everyLineOfTheBlocksObeysItsSchema();
    // Nothing fails for its speed before three processes have said the same.
    if (verdict(run, "java/slow") == Verdict.FAIL) {
      assertThat(processesOf("java/slow")).containsExactly(1, 2, 3);
    }
    assertThat(processesOf("java/wrong")).containsExactly(1);
  }

  @Test
  void whatOnlyOneProcessIsSlowInPasses() throws Exception {
    String marker = "-Dmarker=" + folder.resolve("marker");
    Stack moody = stack("moody", "-Dpause=3", "-DpauseAtFirst=20", marker);
    Stack yardstick = stack("yardstick", "-Dpause=3");
    Map<String, Double> limits = Map.of("hello", 0.5, TWIN, 0.01);
    Measured run = measured(yardstick, List.of(moody), Map.of("java/moody", limits));
    MetricOutcome found = run.comparison("java/moody", "hello").orElseThrow().metrics().get(0);
    assertThat(found.verdict()).as(told.toString()).isNotEqualTo(Verdict.FAIL);
    assumeThat(found.verdict())
        .as("on this machine, busy with other things, nothing is known for certain: %s", found)
        .isNotEqualTo(Verdict.INVALID);
    assumeThat(told)
        .as("on this machine, busy with other things, a process could not be trusted")
        .noneMatch(line -> line.startsWith("java: 1 invalid"));
    assertThat(found.earlier())
        .as(told.toString())
        .isNotEmpty()
        .allMatch(measured -> measured < 0.5);
    assertThat(found.measured().getAsDouble()).isGreaterThan(0.5);
    assertThat(run.outcome().culprits()).isEmpty();
    assertThat(told)
        .contains("starts java/moody", "warms java/moody", "warms java/yardstick")
        .anyMatch(line -> line.startsWith("java: round 1 (throughput), 2 undecided"))
        .anyMatch(line -> line.startsWith("java: asks fresh processes again (2 of 3): "));
    assertThat(processesOf("java/yardstick")).startsWith(1, 2);
    // Each set is warmed once, and rounds visit the workloads in turn.
    assertThat(workloadsOf("java/moody", 1)).startsWith("hello", TWIN, "hello", TWIN);
  }

  @Test
  void ofTwoRevisionsPairsOfFreshProcessesAreMeasuredAndTheSlowerIsNoPass() throws Exception {
    Variant head = variant(stack("duck", "-Dpause=4"));
    Variant base = variant(stack("duck", PAUSES));
    Plan.Revised revised = new Plan.Revised(head, base, List.of("hello"));
    Thresholds thresholds = new Thresholds(GATE, new Regression(0.2, 0.2, Map.of()), Map.of());
    Plan plan =
        Plan.compare(List.of(revised), helloAndItsTwin(), thresholds, true, Services.none());
    Measured run = Measurement.run(plan, Services.none(), options(), told::add);
    ComparisonOutcome found = run.comparison("java/duck", "hello").orElseThrow();
    assertThat(found.verdict().orElseThrow()).as(told.toString()).isNotEqualTo(Verdict.PASS);
    assertThat(found.reference()).contains("java/duck@base");
    assertThat(run.outcome().culprits()).isSubsetOf("java/duck hello.throughput");
    assertThat(told.stream().filter(what -> what.startsWith("starts ")).limit(4))
        .as("each side is started first in every other pair")
        .containsExactly(
            "starts java/duck",
            "starts java/duck@base",
            "starts java/duck@base",
            "starts java/duck");
    assertThat(processesOf("java/duck")).startsWith(1, 2);
    assertThat(processesOf("java/duck@base")).isEqualTo(processesOf("java/duck"));
    MetricOutcome throughput = found.metrics().get(0);
    int blocks =
        throughput.blocks() + throughput.leftOut().values().stream().mapToInt(Long::intValue).sum();
    assertThat(blocks).as("a pair is a block").isEqualTo(processesOf("java/duck").size());
    assertThat(Stream.concat(slicesOf("java/duck"), slicesOf("java/duck@base")))
        .as("both of a block are loaded at the same time")
        .extracting(slice -> slice.get("order").asInt())
        .containsOnly(0);
    assertThat(run.servers()).allMatch(server -> server.leftBehind().isEmpty());
    everyLineOfTheBlocksObeysItsSchema();
  }

  @ParameterizedTest
  @ValueSource(strings = {"java/duck", "java/duck@base"})
  void aServerThatIsKilledWhileTwoRevisionsAreMeasuredIsTold(String killed) throws Exception {
    String mark = "-Dkilled=" + folder;
    boolean isOfHead = killed.equals("java/duck");
    Stack marked = stack("duck", mark);
    Variant head = variant(isOfHead ? marked : stack("duck"));
    Variant base = variant(isOfHead ? stack("duck") : marked);
    Plan.Revised revised = new Plan.Revised(head, base, List.of("hello"));
    Thresholds thresholds = new Thresholds(GATE, new Regression(0.2, 0.2, Map.of()), Map.of());
    Plan plan =
        Plan.compare(List.of(revised), helloAndItsTwin(), thresholds, false, Services.none());
    Consumer<String> killing =
        what -> {
          told.add(what);
          if (what.contains("round 2 ")) {
            processes(mark).forEach(ProcessHandle::destroyForcibly);
          }
        };
    Measurement.Options shortly =
        new Measurement.Options(
            0.2, 0.2, Duration.ofSeconds(10), 0.4, 7, folder.resolve("blocks.ndjson"));
    Measured run = Measurement.run(plan, Services.none(), shortly, killing);
    ComparisonOutcome found = run.comparison("java/duck", "hello").orElseThrow();
    String ended = "the server ended: exit code 137; it wrote";
    if (isOfHead) {
      assertThat(found.faults().get(0)).as(told.toString()).startsWith(ended);
      assertThat(found.verdict()).contains(Verdict.FAIL);
    } else {
      assertThat(found.verdict()).as(told.toString()).isNotEqualTo(Optional.of(Verdict.FAIL));
    }
    assertThat(run.servers())
        .filteredOn(server -> server.id().equals(killed))
        .allMatch(server -> server.leftBehind().get(0).startsWith("exit code 137"));
    assertThat(processes(TinyServer.class.getName())).isEmpty();
  }

  private static List<ProcessHandle> processes(String word) {
    return ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains(word))
        .toList();
  }

  @Test
  void whatHasNoLimitsIsNotJudgedAndCostsNothing() throws Exception {
    Measured run = measured(List.of(stack("even")), Map.of());
    assertThat(run.comparison("java/even", "hello").orElseThrow().notJudged())
        .contains("thresholds.json has no limits for it");
    assertThat(run.isJudged()).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void isWarmedByOneClientFirstWhoseAnswersCountToo() throws Exception {
    // A driver that has just been started may send nothing in its first slices.
    warmUpSeconds = 5;
    Measured run = measured(List.of(stack("wrong", "-Dwrong=1")), Map.of("java/wrong", 0.1));
    assertThat(verdict(run, "java/wrong")).isEqualTo(Verdict.FAIL);
    JsonNode first = slicesOf("java/wrong").findFirst().orElseThrow();
    assertThat(first.get("kind").asString()).isEqualTo("warm-up");
    assertThat(first.at("/sample/connections").asInt()).isEqualTo(1);
  }

  @Test
  void isWarmedForAsLongAsItsCompilersWork() throws Exception {
    Path compiled = folder.resolve("compiled");
    List<Boolean> compiledByRound = new ArrayList<>();
    onProgress =
        what -> {
          if (what.contains("round 1 (")) {
            compiledByRound.add(Files.exists(compiled));
          }
        };
    // Longer than it is warmed for what it is measured on.
    warmUpSeconds = 30;
    measured(
        List.of(stack("even", PAUSES, "-Dcompiles=12000", "-Dcompiled=" + compiled)),
        Map.of("java/even", 0.3));
    assertThat(compiledByRound).isNotEmpty().doesNotContain(false);
  }

  @Test
  void aServerThatDoesNotStartFails() throws Exception {
    Stack broken = stack("broken", "-XX:NoSuchOption");
    Measured run = measured(List.of(broken), Map.of("java/broken", 0.1));
    ComparisonOutcome found = run.comparison("java/broken", "hello").orElseThrow();
    assertThat(found.verdict()).contains(Verdict.FAIL);
    assertThat(found.faults().get(0)).startsWith("java/broken ended before it was ready");
  }

  @Test
  void aYardstickThatDoesNotStartIsToldAndNothingPasses() throws Exception {
    Measured run =
        measured(
            stack("yardstick", "-XX:NoSuchOption"),
            List.of(stack("even")),
            Map.of("java/even", Map.of("hello", 0.3)));
    ComparisonOutcome found = run.comparison("java/even", "hello").orElseThrow();
    assertThat(found.verdict()).isEmpty();
    assertThat(found.notMeasured().get(0).reason())
        .startsWith("java/yardstick: java/yardstick ended before it was ready");
    assertThat(run.servers())
        .filteredOn(server -> server.id().equals("java/yardstick"))
        .allMatch(server -> server.problem().isPresent());
  }

  private Measured measured(List<Stack> subjects, Map<String, Double> limits)
      throws InterruptedException {
    Map<String, Map<String, Double>> onHello = new HashMap<>();
    limits.forEach((id, least) -> onHello.put(id, Map.of("hello", least)));
    return measured(stack("yardstick", PAUSES), subjects, onHello);
  }

  /**
   * @param limits by stack, then by workload
   */
  private Measured measured(
      Stack yardstick, List<Stack> subjects, Map<String, Map<String, Double>> limits)
      throws InterruptedException {
    Map<String, Map<String, List<Limit>>> all = new HashMap<>();
    limits.forEach(
        (id, own) -> {
          all.put(id, new HashMap<>());
          own.forEach((workload, least) -> all.get(id).put(workload, List.of(atLeast(least))));
        });
    List<Variant> variants = subjects.stream().map(MeasurementTest::variant).toList();
    Plan.Wanted wanted =
        new Plan.Wanted(
            variants,
            Stream.concat(variants.stream(), Stream.of(variant(yardstick))).toList(),
            helloAndItsTwin(),
            helloAndItsTwin(),
            new Thresholds(GATE, Thresholds.NONE.regression(), all),
            false);
    Plan plan = Plan.gate(wanted, Services.none());
    return Measurement.run(plan, Services.none(), options(), onProgress);
  }

  private Measurement.Options options() {
    return new Measurement.Options(
        0.1, 0.2, Duration.ofSeconds(40), warmUpSeconds, 7, folder.resolve("blocks.ndjson"));
  }

  private static Limit atLeast(double share) {
    return new Limit(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, share, "/stacks");
  }

  private static Contracts helloAndItsTwin() {
    Contract hello =
        Contracts.load(HOUSE.resolve("contracts")).only("hello"::equals).contracts().get(0);
    return new Contracts(
        List.of(
            hello,
            new Contract(TWIN, hello.description(), hello.service(), hello.cases(), hello.load())));
  }

  private List<Integer> processesOf(String arm) throws IOException {
    return slicesOf(arm).map(slice -> slice.get("process").asInt()).distinct().toList();
  }

  private List<String> workloadsOf(String arm, int process) throws IOException {
    return slicesOf(arm)
        .filter(slice -> slice.get("process").asInt() == process)
        .map(slice -> slice.get("workload").asString())
        .toList();
  }

  private Stream<JsonNode> slicesOf(String arm) throws IOException {
    return Files.readAllLines(folder.resolve("blocks.ndjson")).stream()
        .map(line -> JsonMapper.shared().readTree(line))
        .filter(slice -> slice.get("arm").asString().equals(arm));
  }

  private static Verdict verdict(Measured run, String stack) {
    return run.comparison(stack, "hello").orElseThrow().verdict().orElse(null);
  }

  private void everyLineOfTheBlocksObeysItsSchema() throws IOException {
    // The schema of samples has a test of its own; a schema here is one file.
    String text =
        Files.readString(HOUSE.resolve("contracts/schema/block.schema.json"))
            .replace("\"$ref\": \"sample.schema.json\"", "\"type\": \"object\"");
    SchemaCheck schema = SchemaCheck.of(text);
    List<String> lines = Files.readAllLines(folder.resolve("blocks.ndjson"));
    assertThat(lines).hasSizeGreaterThan(10);
    for (String line : lines) {
      JsonNode slice = JsonMapper.shared().readTree(line);
      assertThat(schema.problems(slice, "a line")).isEmpty();
      if (!slice.get("kind").asString().equals("warm-up")) {
        assertThat(slice.at("/sample/server/cpuShare").isNumber()).isTrue();
      }
    }
  }

  private static Variant variant(Stack stack) {
    return stack.variants().get(0);
  }

  private static Stack stack(String name, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "java",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                // Soon warm, on a slow machine too: what still compiles is not judged.
                "-XX:TieredStopAtLevel=1",
                "-Dsun.net.httpserver.nodelay=true"));
    command.addAll(List.of(options));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), TinyServer.class.getName()));
    return new Stack(
        "java/" + name,
        "java",
        "A server of these tests",
        command,
        Map.of(),
        List.of("hello", TWIN),
        Map.of(),
        Map.of(),
        Path.of("").toAbsolutePath(),
        HOUSE);
  }
}

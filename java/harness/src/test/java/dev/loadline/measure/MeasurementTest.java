// Whole runs with real servers and the real driver: what is slower or wrong is failed and named,
// and nothing else is.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.input.SchemaCheck;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.services.Services;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Alone: beside other tests a machine is too busy to say who is slow. */
@Isolated
class MeasurementTest {
  private static final Path HOUSE = Path.of("../..").toAbsolutePath().normalize();

  /** Another workload, on which a server does the same as on hello. */
  private static final String TWIN = "twin";

  /** Decides in a few blocks: here all is plain. */
  private static final Gate GATE = new Gate(0.25, 0.25, 1, 20, Gate.Inconclusive.WARN);

  @TempDir Path folder;

  private final List<String> told = new ArrayList<>();

  @Test
  void aStackThatIsSlowIsNoPassAndOneThatAnswersWronglyFails() throws Exception {
    Measured run =
        measured(
            List.of(stack("even"), stack("slow", "-Dburn=4000"), stack("wrong", "-Dwrong=1000")),
            Map.of("java/even", 0.3, "java/slow", 0.8, "java/wrong", 0.3));
    // On a machine that is busy with other things it is invalid, which is no pass either.
    assertThat(verdict(run, "java/slow"))
        .as(told.toString())
        .isIn(Verdict.FAIL, Verdict.INVALID, Verdict.INCONCLUSIVE);
    assertThat(run.culprits()).isSubsetOf("java/slow hello.throughput");
    assertThat(verdict(run, "java/wrong")).isEqualTo(Verdict.FAIL);
    assertThat(run.cell("java/wrong", "hello").orElseThrow().faults().get(0))
        .contains("answers wrong or missing (body)")
        .contains("expected \"Hello World!\" (12 bytes), got \"Hello Wurld!\" (12 bytes)");
    assertThat(verdict(run, "java/even")).isNotEqualTo(Verdict.FAIL);
    assertThat(run.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(run.leftBehind()).isEmpty();
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
    // Servers that pause leave the driver little to do: on a busy machine it is no bottleneck
    // either.
    Stack moody = stack("moody", "-Dpause=3", "-DpauseAtFirst=20", marker);
    Stack yardstick = stack("yardstick", "-Dpause=3");
    Map<String, Double> limits = Map.of("hello", 0.5, TWIN, 0.01);
    Measured run = measured(yardstick, List.of(moody), Map.of("java/moody", limits));
    Held held = run.cell("java/moody", "hello").orElseThrow().metrics().get(0);
    assertThat(held.verdict()).as(told.toString()).isNotEqualTo(Verdict.FAIL);
    assumeThat(held.verdict())
        .as("on this machine, busy with other things, nothing is known for certain: %s", held)
        .isNotEqualTo(Verdict.INVALID);
    assertThat(held.earlier()).isNotEmpty().allMatch(measured -> measured < 0.5);
    assertThat(held.measured().getAsDouble()).isGreaterThan(0.5);
    assertThat(verdict(run, "java/moody")).isEqualTo(Verdict.PASS);
    assertThat(run.culprits()).isEmpty();
    assertThat(processesOf("java/yardstick")).startsWith(1, 2);
    // Each set is warmed on all that it knows, and the second is asked about the alarm alone.
    int again = told.indexOf("asks fresh processes again (2 of 3): java/moody hello.throughput");
    assertThat(steps(told.subList(0, again)))
        .containsExactly(
            "warm java/moody",
            "warm java/yardstick",
            "hello warm",
            "hello done",
            "twin warm",
            "twin done");
    assertThat(steps(told.subList(again, told.size())))
        .startsWith("warm java/moody", "warm java/yardstick", "hello warm", "hello done")
        .doesNotContain("twin warm");
  }

  @Test
  void aCellWithoutLimitsIsNotJudgedAndCostsNothing() throws Exception {
    Measured run = measured(List.of(stack("even")), Map.of());
    assertThat(run.cell("java/even", "hello").orElseThrow().notJudged())
        .contains("thresholds.json has no limits for it");
    assertThat(run.isJudged()).isFalse();
    assertThat(told).isEmpty();
  }

  @Test
  void aServerThatDoesNotStartFails() throws Exception {
    Stack broken = stack("broken", "-Dburn=x", "-XX:NoSuchOption");
    Measured run = measured(List.of(broken), Map.of("java/broken", 0.1));
    Cell cell = run.cell("java/broken", "hello").orElseThrow();
    assertThat(cell.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(cell.faults().get(0)).startsWith("java/broken ended before it was ready");
  }

  private Measured measured(List<Stack> subjects, Map<String, Double> limits)
      throws InterruptedException {
    Map<String, Map<String, Double>> onHello = new HashMap<>();
    limits.forEach((id, least) -> onHello.put(id, Map.of("hello", least)));
    return measured(stack("yardstick"), subjects, onHello);
  }

  /**
   * @param limits by stack, then by workload
   */
  private Measured measured(
      Stack yardstick, List<Stack> subjects, Map<String, Map<String, Double>> limits)
      throws InterruptedException {
    Map<String, Map<String, List<Limit>>> cells = new HashMap<>();
    limits.forEach(
        (id, own) -> {
          cells.put(id, new HashMap<>());
          own.forEach((workload, least) -> cells.get(id).put(workload, List.of(atLeast(least))));
        });
    Options options =
        new Options(
            0.2,
            0.4,
            1,
            0.2,
            Duration.ofSeconds(40),
            7,
            folder.resolve("blocks.ndjson"),
            Optional.empty());
    Measurement.Plan plan =
        new Measurement.Plan(
            subjects.stream().map(MeasurementTest::variant).toList(),
            List.of(variant(yardstick)),
            helloAndItsTwin(),
            helloAndItsTwin(),
            new Thresholds(GATE, cells));
    return Measurement.run(plan, Services.none(), options, told::add);
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

  /** Such as {@code hello warm}, each once, in the order in which they were begun. */
  private static List<String> steps(List<String> told) {
    return told.stream()
        .filter(line -> line.matches("(hello|warm|" + TWIN + ") .*"))
        .map(line -> line.replaceFirst("^((hello|twin) \\w+).*", "$1"))
        .filter(step -> !step.endsWith(" block"))
        .distinct()
        .toList();
  }

  private List<Integer> processesOf(String arm) throws IOException {
    return Files.readAllLines(folder.resolve("blocks.ndjson")).stream()
        .map(line -> JsonMapper.shared().readTree(line))
        .filter(slice -> slice.get("arm").asString().equals(arm))
        .map(slice -> slice.get("process").asInt())
        .distinct()
        .toList();
  }

  private static Verdict verdict(Measured run, String stack) {
    return run.cell(stack, "hello").orElseThrow().verdict();
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
      assertThat(slice.at("/sample/server/cpuShare").isNumber()).isTrue();
    }
  }

  private static Variant variant(Stack stack) {
    return stack.variants().get(0);
  }

  private static Stack stack(String name, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of("java", "-XX:+UseSerialGC", "-Xmx64m", "-Dsun.net.httpserver.nodelay=true"));
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

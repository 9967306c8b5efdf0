// Whole runs with real servers and the real driver: what is slower or wrong is failed and named,
// and
// nothing else.
package dev.loadline.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.contracts.Contracts;
import dev.loadline.input.SchemaCheck;
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
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MeasurementTest {
  private static final Path HOUSE = Path.of("../..").toAbsolutePath().normalize();
  private static final Gate GATE = new Gate(0.01, 0.05, 1, 20, Gate.Inconclusive.WARN);

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
    Contracts all = Contracts.load(HOUSE.resolve("contracts"));
    Contracts hello =
        new Contracts(
            all.contracts().stream().filter(each -> each.workload().equals("hello")).toList());
    Map<String, Map<String, List<Limit>>> cells = new HashMap<>();
    limits.forEach(
        (id, least) ->
            cells.put(
                id,
                Map.of(
                    "hello",
                    List.of(new Limit(Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN, least, "/stacks")))));
    Options options =
        new Options(
            0.2,
            0.4,
            0.2,
            Duration.ofSeconds(40),
            7,
            folder.resolve("blocks.ndjson"),
            Optional.empty());
    Measurement.Plan plan =
        new Measurement.Plan(
            subjects.stream().map(MeasurementTest::variant).toList(),
            List.of(variant(stack("yardstick"))),
            hello,
            new Thresholds(GATE, cells));
    return Measurement.run(plan, Services.none(), options, told::add);
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
        List.of("hello"),
        Map.of(),
        Map.of(),
        Path.of("").toAbsolutePath(),
        HOUSE);
  }
}

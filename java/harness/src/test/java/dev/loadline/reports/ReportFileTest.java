// The report of a run as data: it obeys the schema that both sides share.
package dev.loadline.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.input.SchemaCheck;
import dev.loadline.measure.Cell;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.measure.CorePlan;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Metric;
import dev.loadline.measure.Options;
import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportFileTest {
  private static final Path SCHEMA = Path.of("../../contracts/schema/report.schema.json");
  private static final Variant DUCK =
      new Stack(
              "java/duck",
              "java",
              "A bird",
              List.of("true"),
              Map.of(),
              List.of("hello"),
              Map.of(),
              Map.of(),
              Path.of(""),
              Path.of(""))
          .variants()
          .get(0);

  @TempDir Path folder;

  @Test
  void obeysItsSchema() throws IOException {
    JsonNode report = written(run(cell(Verdict.FAIL)));
    // A slice of each stack stands in the reports of commands alone; a schema here is one file.
    String schema =
        Files.readString(SCHEMA)
            .replace("\"$ref\": \"sample.schema.json\"", "\"type\": \"object\"");
    assertThat(SchemaCheck.of(schema).problems(report, "report.json")).isEmpty();
  }

  @Test
  void saysWhatTheServerUsed() throws IOException {
    JsonNode used = written(run(cell(Verdict.PASS))).at("/gate/cells/0/resources");
    assertThat(used.get("cpuMicrosPerRequest").asDouble()).isEqualTo(25);
    assertThat(used.get("residentBytes").asLong()).isEqualTo(100_000_000);
    assertThat(used.get("gcPauseShare").asDouble()).isEqualTo(0.02);
  }

  @Test
  void saysWhichMetricFailedTheRun() throws IOException {
    JsonNode report = written(run(cell(Verdict.FAIL)));
    assertThat(report.get("passed").asBoolean()).isFalse();
    assertThat(report.at("/gate/culprits/0").asString()).isEqualTo("java/duck hello.throughput");
    assertThat(report.at("/gate/cells/0/metrics/0/interval").toString()).isEqualTo("[0.079,null]");
  }

  @Test
  void saysWhatEarlierProcessesMeasured() throws IOException {
    JsonNode metric = written(run(cell(Verdict.FAIL))).at("/gate/cells/0/metrics/0");
    assertThat(metric.get("earlier").toString()).isEqualTo("[0.061,0.071]");
  }

  @Test
  void anInvalidRunHasNotPassedAndAnUndecidedOneHas() throws IOException {
    assertThat(written(run(cell(Verdict.INVALID))).get("passed").asBoolean()).isFalse();
    assertThat(written(run(cell(Verdict.INCONCLUSIVE))).get("passed").asBoolean()).isTrue();
  }

  @Test
  void theTableHasARowForEveryCellWithWhatWasMeasuredAndRequired() {
    String table = VerdictTable.of(run(cell(Verdict.FAIL)));
    assertThat(table.lines().findFirst().orElseThrow()).endsWith("; with 90 % intervals)");
    assertThat(table)
        .containsPattern("java/duck +FAIL +0\\.081 \\(at least 0\\.079\\) +>= 0\\.100 +- +- ")
        .contains(
            "asked again: java/duck hello.throughput was 0.061, then 0.071, of fresh processes 0.081")
        .contains("order of the blocks by seed ");
  }

  private JsonNode written(Measured run) throws IOException {
    Path file = folder.resolve("run/report.json");
    ReportFile.write(file, run, "0.1.0", List.of(DUCK), false);
    return JsonMapper.shared().readTree(Files.readString(file));
  }

  private Measured run(Cell cell) {
    Service none =
        new Service(
            ServiceName.REDIS,
            "REDIS_URL",
            Optional.empty(),
            Optional.empty(),
            "no Redis",
            Optional.of("Redis is not there"));
    return new Measured(
        Instant.now(),
        Duration.ofSeconds(3),
        Options.of(Duration.ofMinutes(4), folder.resolve("blocks.ndjson")),
        CorePlan.ofThisMachine(),
        List.of(none),
        new Gate(0.01, 0.05, 1, 40, Gate.Inconclusive.WARN),
        Optional.empty(),
        List.of(cell),
        List.of());
  }

  private static Cell cell(Verdict verdict) {
    Limit limit =
        new Limit(
            Limit.Kind.THROUGHPUT_OF_YARDSTICK_MIN,
            0.1,
            "/stacks/java~1duck/hello/throughputOfYardstickMin");
    Held held =
        new Held(
            new Metric("java/duck", "hello", limit),
            verdict,
            OptionalDouble.of(0.081),
            List.of(0.061, 0.071),
            OptionalDouble.of(0.079),
            OptionalDouble.empty(),
            14,
            Map.of("late sends", 2L),
            3.5,
            0.1);
    return new Cell(
        "java/duck",
        "hello",
        Optional.of("java/yardstick"),
        verdict,
        Optional.empty(),
        List.of(),
        verdict == Verdict.INVALID ? Optional.of("it was late") : Optional.empty(),
        List.of(held),
        List.of("java/duck hello.p99: it takes too long"),
        new Cell.Resources(OptionalDouble.of(25), OptionalDouble.of(1e8), OptionalDouble.of(0.02)));
  }
}

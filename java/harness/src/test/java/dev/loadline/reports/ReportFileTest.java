// The report of a run as data: it obeys the schema that both sides share.
package dev.loadline.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.Drift;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Verdict;
import dev.loadline.reports.Compared.NotCompared;
import dev.loadline.reports.Compared.Revision;
import dev.loadline.thresholds.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportFileTest {
  private static final Path SCHEMA = Path.of("../../contracts/schema/report.schema.json");

  @TempDir Path folder;

  @Test
  void obeysItsSchema() throws IOException {
    ComparisonOutcome drifting =
        ARun.with(
            ARun.comparison("java/duck", Verdict.FAIL),
            List.of(new Drift(Drift.Way.GROWS, "hash", "its memory grew by 200 MiB")),
            List.of(new NotMeasured("java/duck hash.p99", "it takes too long")));
    JsonNode report = written(ARun.of(drifting, ARun.notJudged("java/goose")));
    assertThat(problems(report)).isEmpty();
  }

  @Test
  void saysWhatTheServerUsedAndWrote() throws IOException {
    JsonNode report = written(ARun.of(ARun.comparison("java/duck", Verdict.PASS)));
    JsonNode figures = report.at("/gate/comparisons/0/figures/subject");
    assertThat(figures.get("cpuMicrosPerRequest").asDouble()).isEqualTo(25);
    assertThat(figures.get("residentBytes").asLong()).isEqualTo(100_000_000);
    assertThat(figures.get("gcPauseShare").asDouble()).isEqualTo(0.02);
    assertThat(report.at("/stacks/0/stderr").asString()).isEqualTo("a warning");
  }

  @Test
  void saysWhichMetricFailedTheRunAndWhatEarlierProcessesMeasured() throws IOException {
    JsonNode report = written(ARun.of(ARun.comparison("java/duck", Verdict.FAIL)));
    assertThat(report.get("passed").asBoolean()).isFalse();
    assertThat(report.at("/gate/culprits/0").asString()).isEqualTo("java/duck hash.throughput");
    JsonNode metric = report.at("/gate/comparisons/0/metrics/0");
    assertThat(metric.get("interval").toString()).isEqualTo("[0.079,null]");
    assertThat(metric.get("earlier").toString()).isEqualTo("[0.061,0.071]");
  }

  @Test
  void whatIsNotToBeTrustedIsNoFailUnlessThresholdsJsonSaysSo() throws IOException {
    ComparisonOutcome invalid = ARun.comparison("java/duck", Verdict.INVALID);
    assertThat(written(ARun.of(invalid)).get("passed").asBoolean()).isTrue();
    assertThat(written(ARun.of(Gate.Inconclusive.FAIL, invalid)).get("passed").asBoolean())
        .isFalse();
  }

  @Test
  void ofTwoRevisionsItSaysWhichTheyAreAndWhatWasNotCompared() throws IOException {
    Compared compared =
        new Compared(
            new Revision("main", Optional.of("0123456789".repeat(4))),
            new Revision("the working tree", Optional.empty()),
            List.of(new NotCompared("java/goose", "main does not have it")));
    JsonNode report = written(ARun.of(ARun.ofBase(Verdict.INCONCLUSIVE)), Optional.of(compared));
    assertThat(problems(report)).isEmpty();
    assertThat(report.at("/revisions/base/name").asString()).isEqualTo("main");
    assertThat(report.at("/revisions/head/commit").isNull()).isTrue();
    assertThat(report.at("/notCompared/0/reason").asString()).isEqualTo("main does not have it");
    JsonNode metric = report.at("/gate/comparisons/0/metrics/0");
    assertThat(metric.get("key").asString()).isEqualTo("throughputOfBaseMin");
    assertThat(metric.get("resolves").asDouble()).isEqualTo(0.93);
  }

  private static List<Problem> problems(JsonNode report) throws IOException {
    // A slice of each stack stands in the reports of commands alone; a schema here is one file.
    String schema =
        Files.readString(SCHEMA)
            .replace("\"$ref\": \"sample.schema.json\"", "\"type\": \"object\"");
    return SchemaCheck.of(schema).problems(report, "report.json");
  }

  private JsonNode written(Measured run) throws IOException {
    return written(run, Optional.empty());
  }

  private JsonNode written(Measured run, Optional<Compared> compared) throws IOException {
    Path file = folder.resolve("run/report.json");
    ReportFile.write(file, run, compared, "0.1.0", false);
    return JsonMapper.shared().readTree(Files.readString(file));
  }
}

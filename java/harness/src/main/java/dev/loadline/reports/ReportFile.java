// Writes what one run found as data (contracts/schema/report.schema.json).
package dev.loadline.reports;

import dev.loadline.instruments.Cores;
import dev.loadline.instruments.Machine;
import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.Figures;
import dev.loadline.measure.Measured;
import dev.loadline.measure.MetricOutcome;
import dev.loadline.measure.ServersReport.ServerReport;
import dev.loadline.measure.Verdict;
import dev.loadline.services.Service;
import dev.loadline.stacks.RuntimeOptions;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

public final class ReportFile {
  private static final double MILLIS_A_SECOND = 1_000;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ReportFile() {}

  /**
   * @param compared of a comparison of two revisions
   * @param version of loadline
   * @param required whether a missing service is a failure
   */
  public static void write(
      Path file, Measured run, Optional<Compared> compared, String version, boolean required)
      throws IOException {
    ObjectNode report = of(run, version, required);
    compared.ifPresent(two -> add(two, report));
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(
        file,
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
  }

  static ObjectNode of(Measured run, String version, boolean required) {
    ObjectNode report = JSON.objectNode();
    report
        .put("schemaVersion", "2.1")
        .put("version", version)
        .put("command", "test")
        .put("startedAt", run.startedAt().toString())
        .put("seconds", run.took().toMillis() / MILLIS_A_SECOND)
        .put("passed", ending(run, required) == Verdict.PASS);
    report.set("machine", Machine.ofThis().json());
    report.set("pinning", pinning(run.cores()));
    ArrayNode services = report.putArray("services");
    run.services().forEach(service -> services.add(service(service, required)));
    report.put("sliceSeconds", run.options().sliceSeconds());
    report.putArray("notes");
    ArrayNode stacks = report.putArray("stacks");
    run.servers().forEach(server -> stacks.add(stack(server)));
    report.set("gate", gate(run));
    return report;
  }

  private static void add(Compared compared, ObjectNode report) {
    ObjectNode revisions = report.putObject("revisions");
    revisions.set("base", revision(compared.base()));
    revisions.set("head", revision(compared.head()));
    ArrayNode notCompared = report.putArray("notCompared");
    for (Compared.NotCompared left : compared.notCompared()) {
      notCompared.addObject().put("stack", left.stack()).put("reason", left.reason());
    }
  }

  private static ObjectNode revision(Compared.Revision revision) {
    return JSON.objectNode()
        .put("name", revision.name())
        .put("commit", revision.commit().orElse(null));
  }

  /**
   * How a run ends: it passes if everything that was run behaved, and no limit is known to be
   * passed. One figure that cannot be trusted among a hundred that pass is told, and is not the
   * run's last word.
   */
  static Verdict ending(Measured run, boolean required) {
    boolean isMissed =
        required && run.services().stream().anyMatch(service -> service.notRun().isPresent());
    if (run.problems().findAny().isPresent() || isMissed) {
      return Verdict.FAIL;
    }
    Verdict verdict = run.outcome().verdict().orElse(Verdict.PASS);
    boolean isStrict = run.gate().inconclusive() == Gate.Inconclusive.FAIL;
    return verdict == Verdict.FAIL || isStrict ? verdict : Verdict.PASS;
  }

  private static ObjectNode pinning(Cores cores) {
    ObjectNode json = JSON.objectNode();
    json.set("driver", cores.driver().isEmpty() ? JSON.nullNode() : numbers(cores.driver()));
    json.set("servers", cores.servers().isEmpty() ? JSON.nullNode() : numbers(cores.servers()));
    return json.put("reason", cores.reason().orElse(null));
  }

  private static ArrayNode numbers(List<Integer> numbers) {
    ArrayNode array = JSON.arrayNode();
    numbers.forEach(array::add);
    return array;
  }

  private static ObjectNode service(Service service, boolean required) {
    return JSON.objectNode()
        .put("name", service.name().id())
        .put("source", service.source().map(Service.Source::id).orElse(null))
        .put("description", service.description())
        .put("notRun", service.notRun().orElse(null))
        .put("required", required);
  }

  private static ObjectNode stack(ServerReport server) {
    Variant variant = server.variant();
    ObjectNode json = JSON.objectNode();
    json.put("id", variant.id()).put("description", variant.stack().description());
    texts(json.putArray("command"), variant.command());
    texts(json.putArray("runtimeOptions"), RuntimeOptions.of(variant));
    json.put("notRun", variant.whyNotRun().orElse(null))
        .put("problem", server.problem().orElse(null))
        .putNull("check")
        .putNull("workloads");
    texts(json.putArray("leftBehind"), server.leftBehind());
    return json.put("stderr", server.stderr().orElse(null));
  }

  private static ObjectNode gate(Measured run) {
    ObjectNode json = JSON.objectNode();
    json.put("verdict", word(run.outcome().verdict()));
    texts(json.putArray("culprits"), run.outcome().culprits());
    json.put("falseAlarm", run.gate().falseAlarm())
        .put("missed", run.gate().missed())
        .put("maxBlocks", run.gate().maxBlocks())
        .put("inconclusive", run.gate().inconclusive().name().toLowerCase(Locale.ROOT))
        .put("seed", run.options().seed())
        .put("blocksFile", run.options().blocksFile().toString());
    ArrayNode comparisons = json.putArray("comparisons");
    run.comparisons().forEach(comparison -> comparisons.add(comparison(comparison)));
    return json;
  }

  private static ObjectNode comparison(ComparisonOutcome comparison) {
    ObjectNode json = JSON.objectNode();
    json.put("subject", comparison.subject())
        .put("reference", comparison.reference().orElse(null))
        .put("workload", comparison.workload())
        .put("verdict", word(comparison.verdict()))
        .put("notJudged", comparison.notJudged().orElse(null));
    texts(json.putArray("faults"), comparison.faults());
    ArrayNode drifts = json.putArray("drifts");
    comparison
        .drifts()
        .forEach(
            drift -> drifts.addObject().put("kind", drift.way().word()).put("what", drift.what()));
    json.put("invalid", comparison.invalid().orElse(null));
    ArrayNode metrics = json.putArray("metrics");
    comparison.metrics().forEach(metric -> metrics.add(metric(metric)));
    texts(
        json.putArray("notMeasured"),
        comparison.notMeasured().stream().map(Object::toString).toList());
    ObjectNode figures = json.putObject("figures");
    figures.set("subject", figures(comparison.subjectFigures()));
    figures.set("reference", figures(comparison.referenceFigures()));
    return json;
  }

  private static JsonNode figures(Optional<Figures> found) {
    if (found.isEmpty()) {
      return JSON.nullNode();
    }
    Figures figures = found.get();
    ObjectNode json = JSON.objectNode();
    json.put("requestsPerSecond", figures.requestsPerSecond());
    ObjectNode latency = json.putObject("latencyMicros");
    put(latency, "p50", figures.p50Micros());
    put(latency, "p99", figures.p99Micros());
    put(json, "cpuMicrosPerRequest", figures.cpuMicrosPerRequest());
    OptionalDouble resident = figures.residentBytes();
    json.put("residentBytes", resident.isPresent() ? (Long) (long) resident.getAsDouble() : null);
    // Of Node's event loop an extra process is asked, which the commands of Node start.
    json.putNull("eventLoopDelayMicros");
    put(json, "gcPauseShare", figures.gcPauseShare());
    return json;
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }

  private static ObjectNode metric(MetricOutcome metric) {
    ObjectNode json = JSON.objectNode();
    json.put("name", metric.metric().name())
        .put("key", metric.metric().limit().kind().key())
        .put("limit", metric.metric().limit().value())
        .put("pointer", metric.metric().limit().pointer())
        .put("verdict", metric.verdict().word());
    put(json, "measured", metric.measured());
    ArrayNode earlier = json.putArray("earlier");
    metric.earlier().forEach(earlier::add);
    json.putArray("interval").add(boxed(metric.least())).add(boxed(metric.most()));
    json.put("blocks", metric.blocks());
    ObjectNode leftOut = json.putObject("leftOut");
    metric.leftOut().forEach(leftOut::put);
    json.put("failEvidence", metric.failEvidence()).put("passEvidence", metric.passEvidence());
    return json.put("resolves", boxed(metric.resolves()));
  }

  private static void put(ObjectNode json, String key, OptionalDouble figure) {
    json.put(key, boxed(figure));
  }

  private static Double boxed(OptionalDouble figure) {
    return figure.isPresent() ? (Double) figure.getAsDouble() : null;
  }

  private static String word(Optional<Verdict> verdict) {
    return verdict.map(Verdict::word).orElse(null);
  }
}

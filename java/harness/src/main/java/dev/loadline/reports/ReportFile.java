// Writes what one run found as data (contracts/schema/report.schema.json).
package dev.loadline.reports;

import dev.loadline.measure.Cell;
import dev.loadline.measure.Cell.Held;
import dev.loadline.measure.Cell.Verdict;
import dev.loadline.measure.CorePlan;
import dev.loadline.measure.Machine;
import dev.loadline.measure.Measured;
import dev.loadline.services.Service;
import dev.loadline.stacks.RuntimeOptions;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

public final class ReportFile {
  private static final double MILLIS_A_SECOND = 1_000;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private ReportFile() {}

  /**
   * @param version of loadline
   * @param variants that were asked for
   * @param required whether a missing service is a failure
   */
  public static void write(
      Path file, Measured run, String version, List<Variant> variants, boolean required)
      throws IOException {
    ObjectNode report = of(run, version, variants, required);
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.writeString(
        file,
        JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(report) + "\n");
  }

  static ObjectNode of(Measured run, String version, List<Variant> variants, boolean required) {
    ObjectNode report = JSON.objectNode();
    report
        .put("schemaVersion", "1.2")
        .put("version", version)
        .put("command", "test")
        .put("startedAt", run.startedAt().toString())
        .put("seconds", run.took().toMillis() / MILLIS_A_SECOND)
        .put("passed", hasPassed(run, required));
    report.set("machine", Machine.ofThis().json());
    report.set("pinning", pinning(run.cores()));
    ArrayNode services = report.putArray("services");
    run.services().forEach(service -> services.add(service(service, required)));
    report.put("sliceSeconds", run.options().sliceSeconds());
    report.putArray("notes");
    ArrayNode stacks = report.putArray("stacks");
    variants.forEach(variant -> stacks.add(stack(run, variant)));
    report.set("gate", gate(run));
    report.putArray("goals");
    report.putArray("comparisons");
    return report;
  }

  private static boolean hasPassed(Measured run, boolean required) {
    Verdict verdict = run.verdict();
    boolean missed =
        required && run.services().stream().anyMatch(service -> service.notRun().isPresent());
    return verdict != Verdict.FAIL
        && verdict != Verdict.INVALID
        && run.leftBehind().isEmpty()
        && !missed;
  }

  private static ObjectNode pinning(CorePlan cores) {
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

  private static ObjectNode stack(Measured run, Variant variant) {
    ObjectNode json = JSON.objectNode();
    json.put("id", variant.id()).put("description", variant.stack().description());
    variant.command().forEach(json.putArray("command")::add);
    RuntimeOptions.of(variant.stack()).forEach(json.putArray("runtimeOptions")::add);
    json.put("notRun", variant.whyNotRun().orElse(null))
        .putNull("problem")
        .putNull("check")
        .putNull("workloads");
    ArrayNode left = json.putArray("leftBehind");
    run.leftBehind().stream()
        .filter(what -> what.startsWith(variant.id() + ": "))
        .forEach(left::add);
    return json.putNull("stderr");
  }

  private static ObjectNode gate(Measured run) {
    ObjectNode json = JSON.objectNode();
    Verdict verdict = run.verdict() == Verdict.NOT_JUDGED ? Verdict.PASS : run.verdict();
    json.put("verdict", word(verdict));
    ArrayNode culprits = json.putArray("culprits");
    run.culprits().forEach(culprits::add);
    json.put("falseAlarm", run.gate().falseAlarm())
        .put("missed", run.gate().missed())
        .put("maxBlocks", run.gate().maxBlocks())
        .put("inconclusive", run.gate().inconclusive().name().toLowerCase(Locale.ROOT))
        .put("seed", run.seed())
        .put("blocksFile", run.options().blocksFile().toString());
    ArrayNode cells = json.putArray("cells");
    run.cells().forEach(cell -> cells.add(cell(cell)));
    return json;
  }

  private static ObjectNode cell(Cell cell) {
    ObjectNode json = JSON.objectNode();
    json.put("stack", cell.stack())
        .put("workload", cell.workload())
        .put("reference", cell.reference().orElse(null))
        .put("verdict", cell.verdict() == Verdict.NOT_JUDGED ? null : word(cell.verdict()))
        .put("notJudged", cell.notJudged().orElse(null));
    texts(json.putArray("faults"), cell.faults());
    json.put("invalid", cell.invalid().orElse(null));
    ArrayNode metrics = json.putArray("metrics");
    cell.metrics().forEach(held -> metrics.add(metric(held)));
    texts(json.putArray("notMeasured"), cell.notMeasured());
    ObjectNode resources = json.putObject("resources");
    put(resources, "cpuMicrosPerRequest", cell.resources().cpuMicrosPerRequest());
    OptionalDouble resident = cell.resources().residentBytes();
    resources.put(
        "residentBytes", resident.isPresent() ? (Long) (long) resident.getAsDouble() : null);
    // Of Node's event loop an extra process is asked, which the commands of Node start.
    resources.putNull("eventLoopDelayMicros");
    put(resources, "gcPauseShare", cell.resources().gcPauseShare());
    return json;
  }

  private static void texts(ArrayNode array, List<String> texts) {
    texts.forEach(array::add);
  }

  private static ObjectNode metric(Held held) {
    ObjectNode json = JSON.objectNode();
    json.put("name", held.metric().name())
        .put("key", held.metric().limit().kind().key())
        .put("limit", held.metric().limit().value())
        .put("pointer", held.metric().limit().pointer())
        .put("verdict", word(held.verdict()));
    put(json, "measured", held.measured());
    ArrayNode earlier = json.putArray("earlier");
    held.earlier().forEach(earlier::add);
    ArrayNode interval = json.putArray("interval");
    interval.add(boxed(held.least())).add(boxed(held.most()));
    json.put("blocks", held.blocks());
    ObjectNode leftOut = json.putObject("leftOut");
    held.leftOut().forEach(leftOut::put);
    return json.put("failEvidence", held.failEvidence()).put("passEvidence", held.passEvidence());
  }

  private static void put(ObjectNode json, String key, OptionalDouble figure) {
    json.put(key, boxed(figure));
  }

  private static Double boxed(OptionalDouble figure) {
    return figure.isPresent() ? (Double) figure.getAsDouble() : null;
  }

  private static String word(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT);
  }
}

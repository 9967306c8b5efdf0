// Reads thresholds.json, and tells everything that is wrong with it: by its schema, and what a
// schema cannot say.
package dev.loadline.thresholds;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Thresholds.Entries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

final class ThresholdsFile {
  private static final String SCHEMA = "contracts/schema/thresholds.schema.json";

  private static final int MIN_BLOCKS = 1;

  private final Path root;
  private final List<Stack> stacks;
  private final List<String> workloads;
  private final Entries entries;
  private final List<Problem> problems = new ArrayList<>();

  /**
   * @param workloads that are measured
   */
  ThresholdsFile(Path root, List<Stack> stacks, List<String> workloads, Entries entries) {
    this.root = root;
    this.stacks = stacks;
    this.workloads = workloads;
    this.entries = entries;
  }

  /**
   * @return empty where the house has no such file: then nothing gates
   */
  Optional<Thresholds> read() {
    Path path = root.resolve(Thresholds.FILE);
    if (entries == Entries.AS_THEY_ARE && !Files.exists(path)) {
      return Optional.empty();
    }
    Optional<JsonNode> file = JsonFile.read(path, Thresholds.FILE, problems);
    file.ifPresent(this::check);
    if (!problems.isEmpty()) {
      throw new InvalidInput(problems);
    }
    JsonNode value = file.orElseThrow();
    return Optional.of(new Thresholds(gate(value.get("gate")), limits(value.get("stacks"))));
  }

  private void check(JsonNode value) {
    SchemaCheck schema = SchemaCheck.of(root.resolve(SCHEMA));
    problems.addAll(schema.problems(value, Thresholds.FILE));
    checkBlocks(value.path("gate"));
    JsonNode listed = value.path("stacks");
    listed.properties().forEach(entry -> checkStack(entry.getKey(), entry.getValue()));
    if (entries == Entries.COMPLETE && listed.isObject()) {
      stacks.forEach(stack -> checkComplete(stack, listed.path(stack.id())));
    }
  }

  private void checkBlocks(JsonNode gate) {
    int least = gate.path("minBlocks").asInt(MIN_BLOCKS);
    int most = gate.path("maxBlocks").asInt(Integer.MAX_VALUE);
    if (least > most) {
      tell("/gate/minBlocks", "at most maxBlocks, which is " + most, Integer.toString(least));
    }
  }

  private void checkStack(String id, JsonNode entry) {
    Optional<Variant> variant = variants().filter(each -> each.id().equals(id)).findFirst();
    String pointer = "/stacks/" + escaped(id);
    if (variant.isEmpty()) {
      String known = variants().map(Variant::id).collect(Collectors.joining(", "));
      tell(pointer, "a stack that is listed: " + known, '"' + id + '"');
    } else if (Thresholds.isYardstick(id)) {
      tell(pointer, "no entry: a yardstick is what others are held against", '"' + id + '"');
    } else {
      entry.propertyNames().forEach(name -> checkWorkload(variant.get(), name, pointer));
    }
  }

  private Stream<Variant> variants() {
    return stacks.stream().flatMap(stack -> stack.variants().stream());
  }

  private void checkWorkload(Variant variant, String workload, String pointer) {
    List<String> own = measuredWorkloads(variant.workloads());
    if (!own.contains(workload)) {
      tell(
          pointer + "/" + escaped(workload),
          "a workload on which %s is measured: %s".formatted(variant.id(), String.join(", ", own)),
          '"' + workload + '"');
    }
  }

  /** A variant may go without an entry. */
  private void checkComplete(Stack stack, JsonNode entry) {
    if (Thresholds.isYardstick(stack.id())) {
      return;
    }
    for (String workload : measuredWorkloads(stack.workloads())) {
      if (!entry.has(workload)) {
        tell(
            "/stacks/" + escaped(stack.id()) + "/" + workload,
            "limits, because %s speaks %s (loadline calibrate writes them)"
                .formatted(stack.id(), workload),
            "nothing");
      }
    }
  }

  private List<String> measuredWorkloads(List<String> spoken) {
    return workloads.stream().filter(spoken::contains).toList();
  }

  private void tell(String pointer, String expected, String actual) {
    problems.add(new Problem(Thresholds.FILE, pointer, expected, actual));
  }

  private static Gate gate(JsonNode gate) {
    return new Gate(
        gate.get("falseAlarm").asDouble(),
        gate.get("missed").asDouble(),
        gate.path("minBlocks").asInt(MIN_BLOCKS),
        gate.get("maxBlocks").asInt(),
        Gate.Inconclusive.valueOf(gate.get("inconclusive").asString().toUpperCase(Locale.ROOT)),
        Optional.ofNullable(gate.get("p99Workloads"))
            .map(names -> names.valueStream().map(JsonNode::asString).toList()));
  }

  private static Map<String, Map<String, List<Limit>>> limits(JsonNode listed) {
    Map<String, Map<String, List<Limit>>> limits = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> stack : listed.properties()) {
      String id = stack.getKey();
      Map<String, List<Limit>> ofStack = new LinkedHashMap<>();
      for (Map.Entry<String, JsonNode> entry : stack.getValue().properties()) {
        String workload = entry.getKey();
        ofStack.put(workload, limits(entry.getValue(), "/stacks/" + escaped(id) + "/" + workload));
      }
      limits.put(id, ofStack);
    }
    return limits;
  }

  private static List<Limit> limits(JsonNode ofWorkload, String pointer) {
    List<Limit> limits = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : ofWorkload.properties()) {
      Limit.Kind kind = Limit.Kind.of(entry.getKey());
      double value = entry.getValue().asDouble();
      limits.add(new Limit(kind, value, pointer + "/" + entry.getKey()));
    }
    return limits;
  }

  private static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}

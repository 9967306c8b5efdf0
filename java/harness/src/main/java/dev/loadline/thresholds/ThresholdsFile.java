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
import java.util.OptionalDouble;
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
    return Optional.of(
        new Thresholds(
            gate(value.get("gate")),
            regression(value.get("regression")),
            limits(value.get("stacks"))));
  }

  private void check(JsonNode value) {
    SchemaCheck schema = SchemaCheck.of(root.resolve(SCHEMA));
    problems.addAll(schema.problems(value, Thresholds.FILE));
    checkBlocks(value.path("gate"));
    JsonNode listed = value.path("stacks");
    listed.properties().forEach(entry -> checkStack(entry.getKey(), entry.getValue()));
    value.path("regression").path("stacks").propertyNames().forEach(this::checkRegressionOf);
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
      tellUnknown(pointer, id);
    } else if (Thresholds.isYardstick(id)) {
      tell(pointer, "no entry: a yardstick is what others are held against", '"' + id + '"');
    } else {
      entry.propertyNames().forEach(name -> checkWorkload(variant.get(), name, pointer));
    }
  }

  /** A variant is allowed what its stack is. */
  private void checkRegressionOf(String id) {
    if (stacks.stream().noneMatch(stack -> stack.id().equals(id))) {
      tellUnknown("/regression/stacks/" + escaped(id), id);
    }
  }

  private void tellUnknown(String pointer, String id) {
    String known = variants().map(Variant::id).collect(Collectors.joining(", "));
    tell(pointer, "a stack that is listed: " + known, '"' + id + '"');
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

  private static Regression regression(JsonNode regression) {
    Map<String, Regression.Own> stacks = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> stack : regression.path("stacks").properties()) {
      JsonNode own = stack.getValue();
      stacks.put(
          stack.getKey(),
          new Regression.Own(
              share(own.get("throughputLossMax")), share(own.get("p99IncreaseMax"))));
    }
    return new Regression(
        regression.get("throughputLossMax").asDouble(),
        regression.get("p99IncreaseMax").asDouble(),
        stacks);
  }

  private static OptionalDouble share(JsonNode share) {
    return share == null ? OptionalDouble.empty() : OptionalDouble.of(share.asDouble());
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

  static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}

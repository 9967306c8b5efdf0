// Reads which stacks there are, from both sides' stacks.json and each stack's stack.json.
package dev.loadline.stacks;

import dev.loadline.input.InvalidInput;
import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

public final class Stacks {
  /** The files that list stacks, from the root. */
  private static final List<String> LISTS =
      List.of("node/servers/stacks.json", "java/servers/stacks.json");

  private final Path root;
  private final SchemaCheck schema;
  private final List<Problem> problems = new ArrayList<>();
  private final SharedPaths shared;

  private Stacks(Path root) {
    this.root = root;
    this.schema = SchemaCheck.of(root.resolve("contracts/schema/stack.schema.json"));
    this.shared = new SharedPaths(root, problems);
  }

  /**
   * @param root the house: the folder that holds contracts/, node/ and java/
   * @return in the order of the lists, Node first
   * @throws InvalidInput with every problem of every file
   */
  public static List<Stack> load(Path root) {
    return new Stacks(root.toAbsolutePath().normalize()).load();
  }

  private List<Stack> load() {
    List<Stack> stacks =
        LISTS.stream()
            .filter(list -> Files.exists(root.resolve(list)))
            .flatMap(list -> folders(list).stream())
            .flatMap(folder -> stack(folder).stream())
            .toList();
    tellRepeatedIds(stacks);
    if (!problems.isEmpty()) {
      throw new InvalidInput(problems);
    }
    return stacks;
  }

  private List<Path> folders(String list) {
    JsonNode folders =
        JsonFile.read(root.resolve(list), list, problems)
            .orElse(JsonNodeFactory.instance.arrayNode());
    if (!folders.isArray() || !texts(folders).stream().allMatch(text -> text != null)) {
      problems.add(new Problem(list, "", "an array of folders", folders.toString()));
      return List.of();
    }
    Path from = root.resolve(list).getParent();
    return texts(folders).stream().map(folder -> from.resolve(folder).normalize()).toList();
  }

  private Optional<Stack> stack(Path folder) {
    Path file = folder.resolve("stack.json");
    String name = root.relativize(file).toString();
    return JsonFile.read(file, name, problems)
        .filter(value -> isValid(value, name, folder))
        .map(value -> stack(value, folder));
  }

  private boolean isValid(JsonNode value, String name, Path folder) {
    List<Problem> found = schema.problems(value, name);
    if (found.isEmpty()) {
      found = UnfitPaths.in(value, name, folder, root);
    }
    problems.addAll(found);
    return found.isEmpty();
  }

  private Stack stack(JsonNode value, Path folder) {
    return new Stack(
        value.get("id").asString(),
        value.get("language").asString(),
        value.get("description").asString(),
        texts(value.get("command")),
        entries(value.path("needs"), JsonNode::asInt),
        texts(value.get("workloads")),
        entries(value.path("variants"), Stacks::declaration),
        entries(value.path("knownFailing"), JsonNode::asString),
        value.optional("build").map(Stacks::texts),
        paths(value, folder),
        folder,
        root);
  }

  private Map<String, List<String>> paths(JsonNode value, Path folder) {
    Map<String, JsonNode> declared = new LinkedHashMap<>();
    value
        .optional("pathsFrom")
        .ifPresent(file -> declared.putAll(shared.from(file.asString(), folder)));
    declared.putAll(entries(value.path("paths"), touched -> touched));
    Map<String, List<String>> paths = new LinkedHashMap<>();
    declared.forEach(
        (path, touched) -> paths.put(path, texts(touched.isArray() ? touched : all(value))));
    return paths;
  }

  /** What {@code "all"} stands for. */
  private static JsonNode all(JsonNode stack) {
    return stack.get("workloads");
  }

  private static Stack.Declaration declaration(JsonNode value) {
    return new Stack.Declaration(
        entries(value.path("env"), JsonNode::asString),
        value.optional("command").map(Stacks::texts),
        texts(value.path("args")),
        value.optional("workloads").map(Stacks::texts),
        entries(value.path("knownFailing"), JsonNode::asString),
        value.optional("reason").map(JsonNode::asString));
  }

  private void tellRepeatedIds(List<Stack> stacks) {
    Set<String> seen = new HashSet<>();
    stacks.stream()
        .filter(stack -> !seen.add(stack.id()))
        .forEach(
            stack ->
                problems.add(
                    new Problem(
                        root.relativize(stack.folder().resolve("stack.json")).toString(),
                        "/id",
                        "an id that no other stack has",
                        '"' + stack.id() + '"')));
  }

  static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(node -> node.isString() ? node.asString() : null)
        .toList();
  }

  static <T> Map<String, T> entries(JsonNode object, Function<JsonNode, T> read) {
    Map<String, T> entries = new LinkedHashMap<>();
    object.properties().forEach(entry -> entries.put(entry.getKey(), read.apply(entry.getValue())));
    return entries;
  }
}

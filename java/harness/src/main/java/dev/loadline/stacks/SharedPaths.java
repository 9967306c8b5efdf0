// What several stacks use besides their folders, from the file that their stack.json names in
// pathsFrom.
package dev.loadline.stacks;

import dev.loadline.input.JsonFile;
import dev.loadline.input.Problem;
import dev.loadline.input.SchemaCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

final class SharedPaths {
  private final Path root;
  private final List<Problem> problems;

  /** By file, each of which is read once and told once. */
  private final Map<Path, Map<String, JsonNode>> known = new HashMap<>();

  /**
   * @param root absolute: the house
   * @param problems is added to
   */
  SharedPaths(Path root, List<Problem> problems) {
    this.root = root;
    this.problems = problems;
  }

  /** The shared paths, from the folder of the stack; none where the file cannot be read. */
  Map<String, JsonNode> from(String pathsFrom, Path folder) {
    Map<String, JsonNode> paths = new LinkedHashMap<>();
    known
        .computeIfAbsent(folder.resolve(pathsFrom).normalize(), this::read)
        .forEach(
            (each, touched) ->
                paths.put(Path.of(pathsFrom).resolveSibling(each).normalize().toString(), touched));
    return paths;
  }

  private Map<String, JsonNode> read(Path file) {
    String name = root.relativize(file).toString();
    return JsonFile.read(file, name, problems)
        .filter(value -> isValid(value, file, name))
        .map(value -> Stacks.entries(value.get("paths"), touched -> touched))
        .orElse(Map.of());
  }

  private boolean isValid(JsonNode value, Path file, String name) {
    Path schema = root.resolve("contracts/schema/paths.schema.json");
    List<Problem> found = new ArrayList<>(SchemaCheck.of(schema).problems(value, name));
    if (found.isEmpty()) {
      found.addAll(leaving(value, file, name));
    }
    problems.addAll(found);
    return found.isEmpty();
  }

  private List<Problem> leaving(JsonNode value, Path file, String name) {
    String expected = "a path within the house, relative to the folder of this file";
    return value.get("paths").properties().stream()
        .map(Map.Entry::getKey)
        .filter(each -> !UnfitPaths.isWithinHouse(each, file.getParent(), root))
        .map(each -> new Problem(name, UnfitPaths.pointer(each), expected, UnfitPaths.quoted(each)))
        .toList();
  }
}

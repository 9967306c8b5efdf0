// What is wrong with the paths of a stack.json that no schema can see.
package dev.loadline.stacks;

import dev.loadline.input.Problem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

final class UnfitPaths {
  private final String file;
  private final List<String> workloads;
  private final List<Problem> problems = new ArrayList<>();

  private UnfitPaths(String file, List<String> workloads) {
    this.file = file;
    this.workloads = workloads;
  }

  /**
   * @param stack as its schema says
   * @param file what to call it in the problems
   */
  static List<Problem> in(JsonNode stack, String file, Path folder, Path root) {
    UnfitPaths unfit = new UnfitPaths(file, Stacks.texts(stack.get("workloads")));
    stack
        .optional("pathsFrom")
        .ifPresent(from -> unfit.tellLeaving(from.asString(), "/pathsFrom", folder, root));
    stack
        .path("paths")
        .properties()
        .forEach(
            entry -> {
              unfit.tellLeaving(entry.getKey(), pointer(entry.getKey()), folder, root);
              unfit.tellUnspoken(entry.getKey(), entry.getValue());
            });
    return unfit.problems;
  }

  /** Whether it is relative, and does not leave the house. */
  static boolean isWithinHouse(String path, Path folder, Path root) {
    return folder.resolve(path).normalize().startsWith(root) && !path.startsWith("/");
  }

  private void tellLeaving(String path, String pointer, Path folder, Path root) {
    if (isWithinHouse(path, folder, root)) {
      return;
    }
    String expected = "a path within the house, relative to the folder of the stack";
    problems.add(new Problem(file, pointer, expected, quoted(path)));
  }

  private void tellUnspoken(String path, JsonNode touched) {
    String known = workloads.stream().map(UnfitPaths::quoted).collect(Collectors.joining(", "));
    for (int at = 0; touched.isArray() && at < touched.size(); at++) {
      String workload = touched.get(at).asString();
      if (!workloads.contains(workload)) {
        String expected = "a workload of the stack: " + known;
        problems.add(new Problem(file, pointer(path) + "/" + at, expected, quoted(workload)));
      }
    }
  }

  static String pointer(String path) {
    return "/paths/" + path.replace("~", "~0").replace("/", "~1");
  }

  static String quoted(String text) {
    return '"' + text + '"';
  }
}

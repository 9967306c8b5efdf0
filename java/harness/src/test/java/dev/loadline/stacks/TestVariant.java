// A variant of these tests: a command in a folder, and nothing else.
package dev.loadline.stacks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

final class TestVariant {
  private TestVariant() {}

  /**
   * @param id such as {@code node/tiny}: the language comes first
   */
  static Variant of(String id, Path folder, List<String> command) {
    return new Stack(
            id,
            id.split("/")[0],
            "A server of these tests",
            command,
            Map.of(),
            List.of(),
            Map.of(),
            Map.of(),
            folder,
            folder)
        .variants()
        .get(0);
  }
}

// Where the house stands whose stacks a user's tests name.
package dev.loadline.junit;

import dev.loadline.contracts.Contracts;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Stacks;
import dev.loadline.stacks.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * @param root the folder that holds contracts/ and thresholds.json
 */
record House(Path root) {

  /** The nearest folder above the working one that has contracts. */
  static House around() {
    Path here = Path.of("").toAbsolutePath();
    for (Path folder = here; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("contracts/schema"))) {
        return new House(folder);
      }
    }
    throw new IllegalStateException("neither " + here + " nor a folder above it has contracts/");
  }

  static House of(Variant variant) {
    return new House(variant.stack().root());
  }

  Contracts contracts() {
    return Contracts.load(root.resolve("contracts"));
  }

  List<Stack> stacks() {
    return Stacks.load(root);
  }

  Variant variant(String id) {
    List<Variant> all = stacks().stream().flatMap(stack -> stack.variants().stream()).toList();
    Optional<Variant> found = all.stream().filter(variant -> variant.id().equals(id)).findFirst();
    return found.orElseThrow(
        () ->
            new IllegalArgumentException(
                "no stack \"%s\"; there are %s"
                    .formatted(
                        id, all.stream().map(Variant::id).collect(Collectors.joining(", ")))));
  }
}

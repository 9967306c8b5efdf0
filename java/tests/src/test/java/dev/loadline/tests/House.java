// Where the house stands on this machine, and what it holds.
package dev.loadline.tests;

import dev.loadline.contracts.Contracts;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Stacks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class House {
  /** The folder above this module that has the contracts. */
  static final Path ROOT = root(Path.of("").toAbsolutePath());

  private House() {}

  static Contracts contracts() {
    return Contracts.load(ROOT.resolve("contracts"));
  }

  static List<Stack> stacks() {
    return Stacks.load(ROOT);
  }

  static List<Stack> javaStacks() {
    return stacks().stream().filter(stack -> stack.id().startsWith("java/")).toList();
  }

  private static Path root(Path folder) {
    return Files.isDirectory(folder.resolve("contracts")) ? folder : root(folder.getParent());
  }
}

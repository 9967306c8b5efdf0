// Tells why a stack cannot be run on this machine, before anybody tries.
package dev.loadline.stacks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

final class WhyNotRun {
  /** A command that starts with {@code java} on a stack that does not say what it needs. */
  private static final int LEAST_JAVA = 17;

  private WhyNotRun() {}

  static Optional<String> of(Stack stack) {
    return noJdk(stack).or(() -> noJar(stack)).or(() -> noScript(stack));
  }

  static int leastJava(Stack stack) {
    return stack.needs().getOrDefault("java", LEAST_JAVA);
  }

  private static Optional<String> noJdk(Stack stack) {
    if (!stack.command().get(0).equals("java") || Jdk.find(leastJava(stack)).isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        "it needs JDK " + leastJava(stack) + ", and none was found: set JAVA_HOME to one");
  }

  private static Optional<String> noJar(Stack stack) {
    List<String> command = stack.command();
    int at = command.indexOf("-jar");
    if (at < 0 || at + 1 == command.size()) {
      return Optional.empty();
    }
    Path jar = stack.folder().resolve(command.get(at + 1));
    if (Files.exists(jar)) {
      return Optional.empty();
    }
    Path module = stack.root().relativize(stack.folder());
    return Optional.of(
        "%s is not built: mvn -pl %s -am -DskipTests package"
            .formatted(stack.root().relativize(jar), module));
  }

  private static Optional<String> noScript(Stack stack) {
    if (!stack.command().get(0).equals("node")) {
      return Optional.empty();
    }
    return stack.command().stream()
        .filter(word -> word.matches(".*\\.[cm]?js"))
        .findFirst()
        .filter(script -> !Files.exists(stack.folder().resolve(script)))
        .map(script -> script + " is not in " + stack.folder());
  }
}

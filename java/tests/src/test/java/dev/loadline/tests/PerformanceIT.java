// Every Java stack's throughput and p99 in every workload, held against thresholds.json.
package dev.loadline.tests;

import dev.loadline.junit.PerformanceTests;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

@Tag("performance")
class PerformanceIT {
  /** Narrows the run while one works on a stack: {@code -Dloadline.stack=java/javalin}. */
  private static final Pattern STACK =
      Pattern.compile(System.getProperty("loadline.stack", "java/.*"));

  /**
   * Those that a build has the time for; {@code -Dloadline.workload='.*' -Dloadline.minutes=20}
   * measures all.
   */
  private static final Pattern WORKLOAD =
      Pattern.compile(System.getProperty("loadline.workload", "hello|hash"));

  @TestFactory
  Stream<? extends DynamicNode> performance() {
    List<Variant> subjects =
        House.javaStacks().stream()
            .filter(stack -> !stack.id().endsWith("/yardstick"))
            .map(Stack::variants)
            .flatMap(List::stream)
            .filter(variant -> STACK.matcher(variant.id()).matches())
            .toList();
    return PerformanceTests.of(
        House.ROOT,
        House.contracts(),
        subjects,
        WORKLOAD.asMatchPredicate(),
        Path.of("target/performance"));
  }
}

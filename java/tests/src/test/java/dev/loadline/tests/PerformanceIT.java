// Every Java stack's throughput and p99 in every workload, held against thresholds.json.
package dev.loadline.tests;

import dev.loadline.junit.PerformanceTests;
import dev.loadline.junit.RunProperties;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

@Tag("performance")
class PerformanceIT {
  /**
   * Narrowed by {@code -Dloadline.stack=java/javalin} while one works on a stack. A build has the
   * time for two workloads; {@code -Dloadline.workload='.*' -Dloadline.minutes=20} measures all.
   */
  @TestFactory
  Stream<? extends DynamicNode> performance() {
    Predicate<String> chosen = RunProperties.stacks("java/.*");
    List<Variant> subjects =
        House.javaStacks().stream()
            .filter(stack -> !stack.id().endsWith("/yardstick"))
            .map(Stack::variants)
            .flatMap(List::stream)
            .filter(variant -> chosen.test(variant.id()))
            .toList();
    return PerformanceTests.of(
        House.ROOT,
        House.contracts(),
        subjects,
        RunProperties.workloads("hello|hash"),
        Path.of("target/performance"));
  }
}

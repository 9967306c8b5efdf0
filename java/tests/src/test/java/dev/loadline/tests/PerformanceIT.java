// Every Java stack's throughput on every workload, and p99 on some, held against thresholds.json.
package dev.loadline.tests;

import dev.loadline.junit.PerformanceTests;
import dev.loadline.junit.RunProperties;
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
   * Narrowed by {@code -Dloadline.stack=java/javalin} or {@code -Dloadline.workload='hello|hash'}
   * while one works on a stack. {@code -Dloadline.full} judges every p99 too. {@code
   * -Dloadline.base=main} holds the stacks against that revision in place of the yardstick.
   */
  @TestFactory
  Stream<? extends DynamicNode> performance() {
    Predicate<String> chosen = RunProperties.stacks("java/.*");
    List<Variant> subjects =
        House.javaStacks().stream()
            .filter(stack -> !stack.id().endsWith("/yardstick"))
            // The stack itself; its variants have no limits.
            .map(stack -> stack.variants().get(0))
            .filter(variant -> chosen.test(variant.id()))
            .toList();
    return PerformanceTests.of(
        House.ROOT,
        House.contracts(),
        subjects,
        RunProperties.workloads(".*"),
        Path.of("target/performance"));
  }
}

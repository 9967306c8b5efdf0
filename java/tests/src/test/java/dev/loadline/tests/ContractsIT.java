// Every case of every contract against every Java stack and variant, the yardstick included.
package dev.loadline.tests;

import dev.loadline.junit.ContractTests;
import dev.loadline.stacks.Variant;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class ContractsIT {
  /** Narrows the run while one works on a stack: {@code -Dloadline.stack=java/javalin}. */
  private static final Pattern STACK =
      Pattern.compile(System.getProperty("loadline.stack", "java/.*"));

  @TestFactory
  Stream<? extends DynamicNode> contracts() {
    List<Variant> variants =
        House.javaStacks().stream()
            .flatMap(stack -> stack.variants().stream())
            .filter(variant -> STACK.matcher(variant.id()).matches())
            .toList();
    return ContractTests.of(House.contracts(), variants);
  }
}

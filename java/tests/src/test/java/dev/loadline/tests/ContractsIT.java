// Every case of every contract against every Java stack and variant, the yardstick included.
package dev.loadline.tests;

import dev.loadline.contracts.Contracts;
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

  /** Narrows it too: {@code -Dloadline.workload='cache|records'}. */
  private static final Pattern WORKLOAD =
      Pattern.compile(System.getProperty("loadline.workload", ".*"));

  @TestFactory
  Stream<? extends DynamicNode> contracts() {
    Contracts contracts =
        new Contracts(
            House.contracts().contracts().stream()
                .filter(contract -> WORKLOAD.matcher(contract.workload()).matches())
                .toList());
    List<Variant> variants =
        House.javaStacks().stream()
            .flatMap(stack -> stack.variants().stream())
            .filter(variant -> STACK.matcher(variant.id()).matches())
            .toList();
    return ContractTests.of(contracts, variants);
  }
}

// Every case of every contract against every third Java stack and its variants, the yardstick
// included.
package dev.loadline.tests;

import dev.loadline.contracts.Contracts;
import dev.loadline.junit.ContractTests;
import dev.loadline.junit.RunProperties;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * A share of the stacks; there are three, each in a JVM of its own, since much of a case is
 * waiting.
 */
abstract class ContractsShare {
  private static final int SHARES = 3;

  private final int share;

  /**
   * @param share from 0
   */
  ContractsShare(int share) {
    this.share = share;
  }

  /** Narrowed by {@code -Dloadline.stack=java/javalin -Dloadline.workload='cache|records'}. */
  @TestFactory
  Stream<? extends DynamicNode> contracts() {
    Contracts contracts = House.contracts().only(RunProperties.workloads(".*"));
    List<Stack> stacks = House.javaStacks();
    Predicate<String> chosen = RunProperties.stacks("java/.*");
    List<Variant> variants =
        IntStream.range(0, stacks.size())
            .filter(at -> at % SHARES == share)
            .mapToObj(stacks::get)
            .flatMap(stack -> stack.variants().stream())
            .filter(variant -> chosen.test(variant.id()))
            .toList();
    return ContractTests.of(contracts, variants);
  }
}

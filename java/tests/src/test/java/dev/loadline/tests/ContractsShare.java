// Every case of every contract against every third Java stack and its variants, the yardstick
// included.
package dev.loadline.tests;

import dev.loadline.contracts.Contracts;
import dev.loadline.junit.ContractTests;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import java.util.List;
import java.util.regex.Pattern;
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

  /** Narrows the run while one works on a stack: {@code -Dloadline.stack=java/javalin}. */
  private static final Pattern STACK =
      Pattern.compile(System.getProperty("loadline.stack", "java/.*"));

  /** Narrows it too: {@code -Dloadline.workload='cache|records'}. */
  private static final Pattern WORKLOAD =
      Pattern.compile(System.getProperty("loadline.workload", ".*"));

  private final int share;

  /**
   * @param share from 0
   */
  ContractsShare(int share) {
    this.share = share;
  }

  @TestFactory
  Stream<? extends DynamicNode> contracts() {
    Contracts contracts = House.contracts().only(WORKLOAD.asMatchPredicate());
    List<Stack> stacks = House.javaStacks();
    List<Variant> variants =
        IntStream.range(0, stacks.size())
            .filter(at -> at % SHARES == share)
            .mapToObj(stacks::get)
            .flatMap(stack -> stack.variants().stream())
            .filter(variant -> STACK.matcher(variant.id()).matches())
            .toList();
    return ContractTests.of(contracts, variants);
  }
}

// Every case of every contract against the Java stacks and their variants, the yardstick included.
package dev.loadline.tests;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.junit.ContractTests;
import dev.loadline.junit.RunProperties;
import dev.loadline.stacks.Variant;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A share of them. There are four at a time, as many as {@code loadline check} runs, since much of
 * a case is waiting, and each goes on with the next variant that nobody has taken yet.
 */
@Execution(ExecutionMode.CONCURRENT)
abstract class ContractsShare {
  private static Queue<DynamicNode> left;

  /** Narrowed by {@code -Dloadline.stack=java/javalin -Dloadline.workload='cache|records'}. */
  @TestFactory
  @Execution(ExecutionMode.SAME_THREAD)
  Stream<DynamicNode> contracts() {
    return Stream.generate(left()::poll).takeWhile(Objects::nonNull);
  }

  private static synchronized Queue<DynamicNode> left() {
    if (left == null) {
      left = all().collect(Collectors.toCollection(ConcurrentLinkedQueue::new));
    }
    return left;
  }

  /** The contracts with a service, which take longest, are apart from the others, and first. */
  private static Stream<? extends DynamicNode> all() {
    Contracts contracts = House.contracts().only(RunProperties.workloads(".*"));
    Predicate<String> isOfService =
        contracts.contracts().stream()
                .filter(contract -> contract.service().isPresent())
                .map(Contract::workload)
                .collect(Collectors.toSet())
            ::contains;
    List<Variant> variants = chosen();
    return Stream.concat(
        ContractTests.of(contracts.only(isOfService), variants),
        ContractTests.of(contracts.only(isOfService.negate()), variants));
  }

  private static List<Variant> chosen() {
    Predicate<String> chosen = RunProperties.stacks("java/.*");
    return House.javaStacks().stream()
        .flatMap(stack -> stack.variants().stream())
        .filter(variant -> chosen.test(variant.id()))
        .toList();
  }
}

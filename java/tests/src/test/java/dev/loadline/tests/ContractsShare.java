// Every case of every contract against the Java stacks and their variants, the yardstick included.
package dev.loadline.tests;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.junit.ContractTests;
import dev.loadline.junit.RunProperties;
import dev.loadline.stacks.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/**
 * A share of them; there are four, each in a JVM of its own, since much of a case is waiting. The
 * contracts with a service, which wait most, are dealt out apart from the others.
 */
abstract class ContractsShare {
  private static final int SHARES = 4;

  /** How long a stack's contracts with a service take to how long its others do, as measured. */
  private static final int WITH_SERVICE = 5;

  private static final int WITHOUT_SERVICE = 3;

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
    Predicate<String> isOfService =
        contracts.contracts().stream()
                .filter(contract -> contract.service().isPresent())
                .map(Contract::workload)
                .collect(Collectors.toSet())
            ::contains;
    List<Variant> variants = chosen();
    int[] dealt = new int[SHARES];
    List<Variant> withService = dealt(variants, WITH_SERVICE, dealt);
    List<Variant> withoutService = dealt(variants, WITHOUT_SERVICE, dealt);
    return Stream.concat(
        ContractTests.of(contracts.only(isOfService), withService),
        ContractTests.of(contracts.only(isOfService.negate()), withoutService));
  }

  private static List<Variant> chosen() {
    Predicate<String> chosen = RunProperties.stacks("java/.*");
    return House.javaStacks().stream()
        .flatMap(stack -> stack.variants().stream())
        .filter(variant -> chosen.test(variant.id()))
        .toList();
  }

  /**
   * This share's: each goes to the share that has the least so far.
   *
   * @param dealt what each share has, which grows
   */
  private List<Variant> dealt(List<Variant> variants, int weight, int[] dealt) {
    List<Variant> own = new ArrayList<>();
    for (Variant variant : variants) {
      int least = IntStream.range(0, SHARES).reduce(0, (a, b) -> dealt[b] < dealt[a] ? b : a);
      dealt[least] += weight;
      if (least == share) {
        own.add(variant);
      }
    }
    return own;
  }
}

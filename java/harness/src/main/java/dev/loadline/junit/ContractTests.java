// Makes the dynamic tests of JUnit: every case against every variant, one container a variant.
package dev.loadline.junit;

import dev.loadline.contracts.Case;
import dev.loadline.contracts.Contracts;
import dev.loadline.stacks.Variant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

public final class ContractTests {
  private ContractTests() {}

  /**
   * @param variants a container each; those that cannot run here are skipped with the reason
   */
  public static Stream<DynamicContainer> of(Contracts contracts, List<Variant> variants) {
    return variants.stream()
        .map(variant -> DynamicContainer.dynamicContainer(variant.id(), tests(contracts, variant)));
  }

  private static Stream<DynamicTest> tests(Contracts contracts, Variant variant) {
    return variant
        .whyNotRun()
        .map(reason -> Stream.of(notRun(variant, reason)))
        .orElseGet(() -> run(contracts, variant));
  }

  private static DynamicTest notRun(Variant variant, String reason) {
    return DynamicTest.dynamicTest(
        variant.id() + " › is not run: " + reason, () -> Assumptions.abort(reason));
  }

  private static Stream<DynamicTest> run(Contracts contracts, Variant variant) {
    RunningVariant running = new RunningVariant(variant);
    Stream<DynamicTest> cases =
        contracts.casesOf(variant).stream().map(each -> test(running, each));
    DynamicTest last =
        DynamicTest.dynamicTest(
            variant.id() + " › stops when asked and leaves nothing behind", running::stop);
    return Stream.concat(cases, Stream.of(last));
  }

  private static DynamicTest test(RunningVariant running, Case each) {
    String name = running.variant().id() + " › " + each.description();
    return DynamicTest.dynamicTest(name, () -> running.hold(each));
  }
}

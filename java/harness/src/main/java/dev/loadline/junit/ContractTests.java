// Makes the dynamic tests of JUnit: every case against every variant, one container a variant.
package dev.loadline.junit;

import dev.loadline.contracts.Case;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import dev.loadline.stacks.Variant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;

public final class ContractTests {
  private ContractTests() {}

  /**
   * Starts the services that the contracts need, and says first which they are.
   *
   * @param variants a container each; those that cannot run here are skipped with the reason, as
   *     are contracts whose service is not there (see {@link Missing})
   * @throws dev.loadline.input.InvalidInput a service's URL in the environment cannot be used
   */
  public static Stream<DynamicContainer> of(Contracts contracts, List<Variant> variants) {
    Set<ServiceName> names =
        variants.stream()
            .filter(variant -> variant.whyNotRun().isEmpty())
            .flatMap(variant -> needs(contracts.contractsOf(variant)).stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return names.isEmpty()
        ? containers(contracts, variants, Services.none())
        : of(contracts, variants, names, SharedServices.of(variants.get(0).stack().root(), names));
  }

  static Stream<DynamicContainer> of(
      Contracts contracts, List<Variant> variants, Set<ServiceName> names, Services services) {
    DynamicContainer told =
        DynamicContainer.dynamicContainer(
            "services", names.stream().map(services::of).map(ContractTests::told));
    return Stream.concat(Stream.of(told), containers(contracts, variants, services));
  }

  private static Set<ServiceName> needs(List<Contract> contracts) {
    return contracts.stream()
        .flatMap(contract -> contract.service().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static DynamicTest told(Service service) {
    String name = "services › " + SharedServices.sentence(service);
    return DynamicTest.dynamicTest(name, () -> service.notRun().ifPresent(Missing::tell));
  }

  private static Stream<DynamicContainer> containers(
      Contracts contracts, List<Variant> variants, Services services) {
    return variants.stream()
        .map(
            variant ->
                DynamicContainer.dynamicContainer(
                    variant.id(), tests(contracts, variant, services)));
  }

  private static Stream<DynamicTest> tests(
      Contracts contracts, Variant variant, Services services) {
    return variant
        .whyNotRun()
        .map(reason -> Stream.of(notRun(variant, reason)))
        .orElseGet(() -> run(contracts.contractsOf(variant), variant, services));
  }

  private static DynamicTest notRun(Variant variant, String reason) {
    return DynamicTest.dynamicTest(
        variant.id() + " › is not run: " + reason, () -> Missing.skip(reason));
  }

  private static Stream<DynamicTest> run(
      List<Contract> contracts, Variant variant, Services services) {
    RunningVariant running = new RunningVariant(variant, Optional.of(services), contracts);
    Stream<DynamicTest> cases =
        contracts.stream().flatMap(contract -> tests(contract, running, services));
    DynamicTest last =
        DynamicTest.dynamicTest(
            variant.id() + " › stops when asked and leaves nothing behind", running::stop);
    return Stream.concat(cases, Stream.of(last));
  }

  private static Stream<DynamicTest> tests(
      Contract contract, RunningVariant running, Services services) {
    Optional<String> reason = contract.service().map(services::of).flatMap(Service::notRun);
    if (reason.isEmpty()) {
      return contract.cases().stream().map(each -> test(running, each));
    }
    String name =
        "%s › does not run %s: %s"
            .formatted(running.variant().id(), contract.workload(), reason.get());
    return Stream.of(DynamicTest.dynamicTest(name, () -> Missing.tell(reason.get())));
  }

  private static DynamicTest test(RunningVariant running, Case each) {
    String name = running.variant().id() + " › " + each.description();
    return DynamicTest.dynamicTest(name, () -> running.hold(each));
  }
}

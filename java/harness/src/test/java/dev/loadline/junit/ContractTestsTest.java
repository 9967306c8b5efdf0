// The dynamic tests: their names, what is skipped, what is known to fail, and the end of a server.
package dev.loadline.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.broken.faults.ExitsAtStart;
import dev.loadline.broken.faults.HashOfCodePoints;
import dev.loadline.broken.faults.LeavesFiles;
import dev.loadline.broken.honest.HonestServer;
import dev.loadline.contracts.Case;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.services.NoServices;
import dev.loadline.services.ServiceName;
import dev.loadline.stacks.NotStarted;
import dev.loadline.stacks.Stack;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class ContractTestsTest {
  private static final String LAST = "java/duck › stops when asked and leaves nothing behind";

  @Test
  void namesTestsByVariantAndCaseAndEndsWithAStop() {
    Map<String, Optional<Throwable>> results = run(HonestServer.class, Map.of());
    assertThat(results.keySet())
        .startsWith("java/duck › greets with a plain text")
        .endsWith(LAST)
        .hasSize(hello().contracts().get(0).cases().size() + 1);
    assertThat(results.values()).allMatch(Optional::isEmpty);
  }

  @Test
  void failsAKnownFailureThatHolds() {
    Map<String, Optional<Throwable>> results =
        run(HonestServer.class, Map.of("hello.get", "it was broken once"));
    assertThat(results.get("java/duck › greets with a plain text"))
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessageContaining("expected  to fail: it was broken once")
                    .hasMessageContaining("take it from knownFailing"));
    assertThat(results.values().stream().filter(Optional::isPresent)).hasSize(1);
  }

  @Test
  void passesAKnownFailureThatFails() {
    String reason = "it hashes code points";
    Map<String, String> known = Map.of("hash.non-bmp", reason, "hash.mixed", reason);
    assertThat(run(DuckStack.of(HashOfCodePoints.class, known), only("hash")).values())
        .allMatch(Optional::isEmpty);
  }

  @Test
  void skipsAVariantThatCannotRunHereWithTheReason() {
    Stack stack = DuckStack.of(List.of("java", "-jar", "target/none.jar"), Map.of());
    Map<String, Optional<Throwable>> results = run(stack, hello());
    assertThat(results).hasSize(1);
    results.forEach(
        (name, aborted) -> {
          assertThat(name)
              .startsWith("java/duck › is not run: java/harness/target/none.jar is not");
          assertThat(aborted).containsInstanceOf(TestAbortedException.class);
        });
  }

  @Test
  void tellsAServerThatDoesNotStartOnceInFull() {
    List<Throwable> failures =
        run(ExitsAtStart.class, Map.of()).values().stream().map(Optional::orElseThrow).toList();
    assertThat(failures.get(0)).isInstanceOf(NotStarted.class);
    assertThat(failures.subList(1, failures.size()))
        .allSatisfy(
            failure ->
                assertThat(failure).hasMessage("java/duck did not start: see its first failure"));
  }

  @Test
  void failsTheLastTestOfAServerThatLeavesSomething() {
    assertThat(run(LeavesFiles.class, Map.of()).get(LAST))
        .hasValueSatisfying(
            failure ->
                assertThat(failure)
                    .hasMessageContaining("left behind: [temporary file native-library-"));
  }

  @Test
  void skipsAContractWhoseServiceIsNotThereWithTheReason() throws InterruptedException {
    Map<String, Optional<Throwable>> results = runWithoutRedis();
    assertThat(results.keySet())
        .containsExactly(
            "services › Redis is not there (): set REDIS_URL, start Docker, install redis-server,"
                + " or build java/services",
            "java/duck › does not run cache: Redis is not there (): set REDIS_URL, start Docker,"
                + " install redis-server, or build java/services",
            LAST);
    assertThat(results.values().stream().flatMap(Optional::stream))
        .hasSize(2)
        .allSatisfy(aborted -> assertThat(aborted).isInstanceOf(TestAbortedException.class));
  }

  @Test
  @ResourceLock("loadline.require")
  void failsAContractWhoseServiceIsNotThereWhenEverythingIsRequired() throws InterruptedException {
    System.setProperty("loadline.require", "all");
    try {
      assertThat(runWithoutRedis().values().stream().flatMap(Optional::stream))
          .hasSize(2)
          .allSatisfy(failed -> assertThat(failed).isInstanceOf(AssertionFailedError.class));
    } finally {
      System.clearProperty("loadline.require");
    }
  }

  private static Map<String, Optional<Throwable>> runWithoutRedis() throws InterruptedException {
    Set<ServiceName> names = Set.of(ServiceName.REDIS);
    Map<String, Optional<Throwable>> results = new LinkedHashMap<>();
    ContractTests.of(
            only("cache"),
            DuckStack.of(HonestServer.class, Map.of()).variants(),
            names,
            NoServices.of(names))
        .flatMap(DynamicContainer::getChildren)
        .map(DynamicTest.class::cast)
        .forEach(test -> results.put(test.getDisplayName(), outcome(test)));
    return results;
  }

  private static Map<String, Optional<Throwable>> run(
      Class<? extends HonestServer> server, Map<String, String> knownFailing) {
    return run(DuckStack.of(server, knownFailing), hello());
  }

  /** What each test threw, by its name. */
  private static Map<String, Optional<Throwable>> run(Stack stack, Contracts contracts) {
    Map<String, Optional<Throwable>> results = new LinkedHashMap<>();
    DynamicContainer container = ContractTests.of(contracts, stack.variants()).toList().get(0);
    container
        .getChildren()
        .map(DynamicTest.class::cast)
        .forEach(test -> results.put(test.getDisplayName(), outcome(test)));
    return results;
  }

  private static Optional<Throwable> outcome(DynamicTest test) {
    try {
      test.getExecutable().execute();
      return Optional.empty();
    } catch (Throwable thrown) {
      return Optional.of(thrown);
    }
  }

  private static Contracts hello() {
    return only("hello");
  }

  /** Quick ones: what needs a server of its own is left to the deception tests. */
  private static Contracts only(String workload) {
    return new Contracts(
        Contracts.load(Path.of("../../contracts")).contracts().stream()
            .filter(contract -> contract.workload().equals(workload))
            .map(ContractTestsTest::quick)
            .toList());
  }

  private static Contract quick(Contract contract) {
    List<Case> cases = contract.cases().stream().filter(each -> !each.ownServer()).toList();
    return new Contract(
        contract.workload(), contract.description(), contract.service(), cases, contract.load());
  }
}

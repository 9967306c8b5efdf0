// Holds the lists together: which folders there are, what stacks.json says, and what each stack
// declares.
package dev.loadline.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadline.contracts.Case;
import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Thresholds;
import dev.loadline.thresholds.Thresholds.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ConsistencyTest {
  private static final Path SERVERS = House.ROOT.resolve("java/servers");
  private static final Contracts CONTRACTS = House.contracts();
  private static final List<Stack> STACKS = House.javaStacks();

  @Test
  void everyFolderWithAStackStandsInStacksJson() throws IOException {
    try (Stream<Path> folders = Files.list(SERVERS)) {
      List<Path> declared =
          folders.filter(folder -> Files.exists(folder.resolve("stack.json"))).toList();
      assertThat(STACKS.stream().map(Stack::folder)).containsExactlyInAnyOrderElementsOf(declared);
    }
  }

  @Test
  void everyStackHasTheIdOfItsFolder() {
    for (Stack stack : STACKS) {
      assertThat(stack.id()).isEqualTo("java/" + stack.folder().getFileName());
    }
  }

  @TestFactory
  Stream<DynamicTest> everyVariantSpeaksEveryWorkloadOrSaysWhyNot() {
    return STACKS.stream()
        .flatMap(stack -> stack.variants().stream())
        .map(variant -> DynamicTest.dynamicTest(variant.id(), () -> assertSpeaks(variant)));
  }

  private static void assertSpeaks(Variant variant) {
    if (variant.reason().isEmpty()) {
      assertThat(variant.workloads()).containsAll(CONTRACTS.workloads());
    }
  }

  /** Before any server is started: the contracts come after this. */
  @Test
  void thresholdsHaveAnEntryForEveryStackAndWorkloadAndNoOrphan() {
    assertThat(Thresholds.load(House.ROOT, House.stacks(), CONTRACTS, Entries.COMPLETE))
        .isPresent();
  }

  @Test
  void everyKnownFailureNamesACaseThatExists() {
    List<String> ids =
        CONTRACTS.contracts().stream()
            .map(Contract::cases)
            .flatMap(List::stream)
            .map(Case::id)
            .toList();
    for (Stack stack : STACKS) {
      assertThat(ids).as(stack.id()).containsAll(stack.knownFailing().keySet());
    }
  }
}

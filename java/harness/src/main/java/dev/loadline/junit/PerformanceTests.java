// Makes the dynamic tests of the gate: one a stack and workload, which share one run.
package dev.loadline.junit;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

public final class PerformanceTests {
  private PerformanceTests() {}

  /**
   * The first test that is run measures for all; nothing else should run on the machine meanwhile.
   *
   * @param root the house: the folder that holds contracts/ and thresholds.json
   * @param subjects a container each; those that cannot run here, and cells without limits, are
   *     skipped with the reason
   * @param chosen which workloads are measured; the others are skipped, and say so
   * @param folder where report.json and blocks.ndjson go
   * @throws dev.loadline.input.InvalidInput with every problem of thresholds.json
   */
  public static Stream<DynamicContainer> of(
      Path root,
      Contracts contracts,
      List<Variant> subjects,
      Predicate<String> chosen,
      Path folder) {
    GateRun run = new GateRun(new House(root), contracts.only(chosen), subjects, folder);
    Stream<DynamicContainer> stacks =
        subjects.stream()
            .map(
                variant ->
                    DynamicContainer.dynamicContainer(
                        variant.id(), tests(run, contracts, variant, chosen)));
    DynamicContainer whole =
        DynamicContainer.dynamicContainer("all stacks", Stream.of(together(run), tidy(run)));
    return Stream.concat(stacks, Stream.of(whole));
  }

  private static Stream<DynamicTest> tests(
      GateRun run, Contracts contracts, Variant variant, Predicate<String> chosen) {
    return contracts.contractsOf(variant).stream()
        .filter(contract -> contract.load().isPresent())
        .map(Contract::workload)
        .map(
            workload ->
                chosen.test(workload)
                    ? test(run, variant.id(), workload)
                    : unchosen(variant.id(), workload));
  }

  private static DynamicTest unchosen(String stack, String workload) {
    return DynamicTest.dynamicTest(
        name(stack, workload), () -> Missing.skip("the workload is not chosen for this run"));
  }

  private static String name(String stack, String workload) {
    return stack + " › holds its line on " + workload;
  }

  private static DynamicTest test(GateRun run, String stack, String workload) {
    return DynamicTest.dynamicTest(
        name(stack, workload), () -> Outcome.tell(run.cell(stack, workload), run.gate()));
  }

  private static DynamicTest together(GateRun run) {
    return DynamicTest.dynamicTest(
        "all stacks › hold their lines together", () -> holdTogether(run));
  }

  private static void holdTogether(GateRun run) throws InterruptedException, IOException {
    if (run.measured().failsWithoutCulprit()) {
      throw new AssertionFailedError(
          "the evidence of all metrics together fails the run; no single one can be named");
    }
    skipUnjudged(run);
  }

  private static DynamicTest tidy(GateRun run) {
    return DynamicTest.dynamicTest(
        "all stacks › stop when asked and leave nothing behind", () -> leaveNothing(run));
  }

  private static void leaveNothing(GateRun run) throws InterruptedException, IOException {
    List<String> left = run.measured().leftBehind();
    if (!left.isEmpty()) {
      throw new AssertionFailedError("left behind: " + String.join(", ", left));
    }
    skipUnjudged(run);
  }

  /** Where nothing is measured, nothing holds either. */
  private static void skipUnjudged(GateRun run) throws InterruptedException, IOException {
    if (!run.measured().isJudged()) {
      Missing.skip("no cell was judged; each of them says why");
    }
  }
}

// Makes the dynamic tests of the gate: one a stack and workload, which share one run.
package dev.loadline.junit;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.measure.ServersReport.ServerReport;
import dev.loadline.reports.LastWord;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

public final class PerformanceTests {
  /** Enough for every throughput limit of six stacks on ten workloads, and p99 of two. */
  private static final double MINUTES = 9;

  private PerformanceTests() {}

  /**
   * The first test that is run measures for all; nothing else should run on the machine meanwhile.
   *
   * @param root the house: the folder that holds contracts/ and thresholds.json
   * @param subjects a container each; what cannot run here, and what has no limits, is skipped with
   *     the reason
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
    boolean isFull = RunProperties.isFull();
    Duration time = RunProperties.minutes(isFull ? RunProperties.MINUTES_MOST : MINUTES);
    GateRun run =
        new GateRun(new House(root), contracts.only(chosen), subjects, isFull, time, folder);
    Stream<DynamicContainer> stacks =
        subjects.stream()
            .map(
                variant ->
                    DynamicContainer.dynamicContainer(
                        variant.id(), tests(run, contracts, variant, chosen)));
    DynamicContainer all =
        DynamicContainer.dynamicContainer(
            "all stacks", Stream.of(together(run), whole(run), tidy(run)));
    return Stream.concat(stacks, Stream.of(all));
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
        name(stack, workload), () -> Outcome.tell(run.comparison(stack, workload), run.gate()));
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

  private static DynamicTest whole(GateRun run) {
    return DynamicTest.dynamicTest("all stacks › are judged by every limit", () -> judgeAll(run));
  }

  /** What is left to a full run, or had no time, is never a silent pass. */
  private static void judgeAll(GateRun run) throws InterruptedException, IOException {
    List<String> left = LastWord.notJudged(run.measured());
    if (!left.isEmpty()) {
      Missing.skip("not judged: " + String.join("\nnot judged: ", left));
    }
  }

  private static DynamicTest tidy(GateRun run) {
    return DynamicTest.dynamicTest(
        "all stacks › start, stop when asked and leave nothing behind", () -> leaveNothing(run));
  }

  private static void leaveNothing(GateRun run) throws InterruptedException, IOException {
    List<String> wrong =
        run.measured().servers().stream().flatMap(PerformanceTests::wrongOf).toList();
    if (!wrong.isEmpty()) {
      throw new AssertionFailedError(String.join("\n", wrong));
    }
    skipUnjudged(run);
  }

  private static Stream<String> wrongOf(ServerReport server) {
    return Stream.concat(
        server.problem().stream(),
        server.leftBehind().stream().map(what -> server.id() + " left behind: " + what));
  }

  /** Where nothing is measured, nothing holds either. */
  private static void skipUnjudged(GateRun run) throws InterruptedException, IOException {
    if (!run.measured().isJudged()) {
      Missing.skip("nothing was judged; each test says why");
    }
  }
}

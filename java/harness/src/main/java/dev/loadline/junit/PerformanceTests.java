// Makes the dynamic tests of the gate: one a stack and workload, which share one run.
package dev.loadline.junit;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.reports.LastWord;
import dev.loadline.stacks.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

public final class PerformanceTests {
  /** Enough for every throughput limit of six stacks on ten workloads, and p99 of two. */
  private static final double MINUTES = 11;

  /** What a pull request can wait for. */
  private static final double MINUTES_OF_COMPARE = 10;

  private PerformanceTests() {}

  /**
   * The first test that is run measures for all; nothing else should run on the machine meanwhile.
   * With {@code -Dloadline.base} the stacks are held against themselves of that revision, and what
   * the change cannot touch is skipped with the reason; without it, against the yardstick.
   *
   * @param root the house: the folder that holds contracts/ and thresholds.json
   * @param subjects a container each; what cannot run here, and what has no limits, is skipped with
   *     the reason
   * @param chosen which workloads are measured; the others are skipped, and say so
   * @param folder where report.json and blocks.ndjson go
   * @throws dev.loadline.input.InvalidInput with every problem of thresholds.json
   * @throws dev.loadline.revisions.RevisionError the base, or the working tree, cannot be had or
   *     does not build
   */
  public static Stream<DynamicContainer> of(
      Path root,
      Contracts contracts,
      List<Variant> subjects,
      Predicate<String> chosen,
      Path folder) {
    SharedRun run = run(new House(root), contracts, subjects, chosen, folder);
    Stream<DynamicContainer> stacks =
        subjects.stream()
            .map(
                variant ->
                    DynamicContainer.dynamicContainer(
                        variant.id(), tests(run, contracts, variant, chosen)));
    DynamicContainer all =
        DynamicContainer.dynamicContainer(
            "all stacks", Stream.of(together(run), whole(run), tidy(run)));
    return Stream.concat(stacks, Stream.of(all)).onClose(run::close);
  }

  private static SharedRun run(
      House house,
      Contracts contracts,
      List<Variant> subjects,
      Predicate<String> chosen,
      Path folder) {
    boolean isFull = RunProperties.isFull();
    Optional<String> base = RunProperties.base();
    double minutes = base.isPresent() ? MINUTES_OF_COMPARE : MINUTES;
    Duration time = RunProperties.minutes(isFull ? RunProperties.MINUTES_MOST : minutes);
    if (base.isEmpty()) {
      return new GateRun(house, contracts.only(chosen), subjects, isFull, time, folder);
    }
    try {
      CompareRun.Wanted wanted = new CompareRun.Wanted(base.get(), subjects, chosen, isFull, time);
      return CompareRun.of(house, wanted, folder);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while both sides were built", interrupted);
    }
  }

  private static Stream<DynamicTest> tests(
      SharedRun run, Contracts contracts, Variant variant, Predicate<String> chosen) {
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

  private static DynamicTest test(SharedRun run, String stack, String workload) {
    return DynamicTest.dynamicTest(name(stack, workload), () -> run.tell(stack, workload));
  }

  private static DynamicTest together(SharedRun run) {
    return DynamicTest.dynamicTest(
        "all stacks › hold their lines together", () -> holdTogether(run));
  }

  private static void holdTogether(SharedRun run) throws InterruptedException, IOException {
    if (run.measured().failsWithoutCulprit()) {
      throw new AssertionFailedError(
          "the evidence of all metrics together fails the run; no single one can be named");
    }
    skipUnjudged(run);
  }

  private static DynamicTest whole(SharedRun run) {
    return DynamicTest.dynamicTest("all stacks › are judged by every limit", () -> judgeAll(run));
  }

  /** What is left to a full run, or had no time, is never a silent pass. */
  private static void judgeAll(SharedRun run) throws InterruptedException, IOException {
    List<String> left = LastWord.notJudged(run.measured());
    if (!left.isEmpty()) {
      Missing.skip("not judged: " + String.join("\nnot judged: ", left));
    }
  }

  private static DynamicTest tidy(SharedRun run) {
    return DynamicTest.dynamicTest(
        "all stacks › start, stop when asked and leave nothing behind", () -> leaveNothing(run));
  }

  private static void leaveNothing(SharedRun run) throws InterruptedException, IOException {
    List<String> wrong = run.measured().problems().toList();
    if (!wrong.isEmpty()) {
      throw new AssertionFailedError(String.join("\n", wrong));
    }
    skipUnjudged(run);
  }

  /** Where nothing is measured, nothing holds either. */
  private static void skipUnjudged(SharedRun run) throws InterruptedException, IOException {
    if (!run.measured().isJudged()) {
      Missing.skip("nothing was judged; each test says why");
    }
  }
}

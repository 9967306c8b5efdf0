// One run of the gate, which all tests that ask for its comparisons share.
package dev.loadline.junit;

import dev.loadline.contracts.Contracts;
import dev.loadline.measure.ComparisonOutcome;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Measurement;
import dev.loadline.measure.Plan;
import dev.loadline.reports.LastWord;
import dev.loadline.reports.Page;
import dev.loadline.reports.ReportFile;
import dev.loadline.reports.VerdictTable;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import dev.loadline.stacks.Stack;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Thresholds;
import dev.loadline.thresholds.Thresholds.Entries;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

final class GateRun {
  private static final String VERSION =
      Optional.ofNullable(GateRun.class.getPackage().getImplementationVersion()).orElse("0.1.0");

  /** For a test that names one stack and one workload. */
  private static final double MINUTES_OF_ONE = 2;

  private final House house;
  private final Plan.Wanted wanted;
  private final Measurement.Options options;
  private final Path reportFile;
  private final PrintStream console;
  private Measured measured;

  /**
   * @param subjects the stacks and variants
   * @param isFull whether every p99 is judged
   * @param time how long it may measure
   * @param folder where report.json and blocks.ndjson go
   * @throws dev.loadline.input.InvalidInput with every problem of thresholds.json
   */
  GateRun(
      House house,
      Contracts contracts,
      List<Variant> subjects,
      boolean isFull,
      Duration time,
      Path folder) {
    List<Stack> stacks = stacks(house, subjects);
    Contracts known = house.contracts();
    Thresholds thresholds =
        Thresholds.load(house.root(), stacks, known, Entries.AS_THEY_ARE).orElse(Thresholds.NONE);
    List<Variant> variants = stacks.stream().flatMap(stack -> stack.variants().stream()).toList();
    this.house = house;
    this.wanted = new Plan.Wanted(subjects, variants, contracts, known, thresholds, isFull);
    this.options = Measurement.Options.of(time, isFull, folder.resolve("blocks.ndjson"));
    this.reportFile = folder.resolve("report.json");
    this.console = System.out;
  }

  /** One comparison alone, for a test that names it. */
  static GateRun of(Variant variant, String workload) {
    House house = House.of(variant);
    Contracts one = house.contracts().only(workload::equals);
    if (one.contracts().isEmpty()) {
      throw unknown(workload);
    }
    String name = variant.id().replaceAll("[/:]", "-") + "-" + workload;
    Duration time = RunProperties.minutes(MINUTES_OF_ONE);
    return new GateRun(house, one, List.of(variant), true, time, Path.of("target/loadline", name));
  }

  static IllegalArgumentException unknown(String workload) {
    return new IllegalArgumentException("no contract describes the workload \"" + workload + '"');
  }

  /** Measures when it is asked for the first time. */
  ComparisonOutcome comparison(String stack, String workload)
      throws InterruptedException, IOException {
    return measured().comparison(stack, workload).orElseThrow();
  }

  synchronized Measured measured() throws InterruptedException, IOException {
    if (measured == null) {
      measured = measure();
    }
    return measured;
  }

  private Measured measure() throws InterruptedException, IOException {
    Services services = services();
    Measured run = Measurement.run(Plan.gate(wanted, services), services, options, this::tell);
    ReportFile.write(reportFile, run, VERSION, Missing.isRequired());
    Page.write(reportFile);
    if (run.isJudged()) {
      console.println(VerdictTable.of(run));
      console.println(LastWord.of(run, Missing.isRequired(), reportFile));
    }
    return run;
  }

  /** Those that are listed, and a user's own that need not be. */
  private static List<Stack> stacks(House house, List<Variant> subjects) {
    List<Stack> stacks = new ArrayList<>(house.stacks());
    subjects.stream()
        .map(Variant::stack)
        .filter(own -> stacks.stream().noneMatch(listed -> listed.id().equals(own.id())))
        .distinct()
        .forEach(stacks::add);
    return stacks;
  }

  private void tell(String progress) {
    console.println("measure › " + progress);
  }

  /** Those that comparisons with limits need. */
  private Services services() {
    Set<ServiceName> names =
        wanted.contracts().contracts().stream()
            .filter(contract -> hasLimits(contract.workload()))
            .flatMap(contract -> contract.service().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return names.isEmpty() ? Services.none() : SharedServices.of(house.root(), names);
  }

  private boolean hasLimits(String workload) {
    return wanted.subjects().stream()
        .anyMatch(one -> !wanted.thresholds().of(one.id(), workload).isEmpty());
  }

  Gate gate() {
    return wanted.thresholds().gate();
  }
}

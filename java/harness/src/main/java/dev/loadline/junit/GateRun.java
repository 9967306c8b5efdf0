// One run of the gate, which all tests that ask for its cells share.
package dev.loadline.junit;

import dev.loadline.contracts.Contracts;
import dev.loadline.measure.Cell;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Measurement;
import dev.loadline.measure.Options;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

final class GateRun {
  private static final String VERSION =
      Optional.ofNullable(GateRun.class.getPackage().getImplementationVersion()).orElse("0.1.0");

  private static final double MINUTES = 3.5;

  private final House house;
  private final Contracts contracts;
  private final List<Variant> subjects;
  private final List<Stack> stacks;
  private final Thresholds thresholds;
  private final Path folder;
  private final PrintStream console;
  private Measured measured;

  /**
   * @param subjects the stacks and variants
   * @param folder where report.json and blocks.ndjson go
   * @throws dev.loadline.input.InvalidInput with every problem of thresholds.json
   */
  GateRun(House house, Contracts contracts, List<Variant> subjects, Path folder) {
    this.house = house;
    this.contracts = contracts;
    this.subjects = subjects;
    this.stacks = stacks(house, subjects);
    this.thresholds =
        Thresholds.load(house.root(), stacks, house.contracts(), Entries.AS_THEY_ARE)
            .orElse(Thresholds.NONE);
    this.folder = folder;
    this.console = System.out;
  }

  /** One cell alone, for a test that names it. */
  static GateRun of(Variant variant, String workload) {
    House house = House.of(variant);
    Contracts one = house.contracts().only(workload::equals);
    if (one.contracts().isEmpty()) {
      throw unknown(workload);
    }
    String name = variant.id().replaceAll("[/:]", "-") + "-" + workload;
    return new GateRun(house, one, List.of(variant), Path.of("target/loadline", name));
  }

  static IllegalArgumentException unknown(String workload) {
    return new IllegalArgumentException("no contract describes the workload \"" + workload + '"');
  }

  /** Measures when it is asked for the first time. */
  Cell cell(String stack, String workload) throws InterruptedException, IOException {
    return measured().cell(stack, workload).orElseThrow();
  }

  synchronized Measured measured() throws InterruptedException, IOException {
    if (measured == null) {
      measured = measure();
    }
    return measured;
  }

  private Measured measure() throws InterruptedException, IOException {
    Measurement.Plan plan =
        new Measurement.Plan(subjects, yardsticks(), contracts, house.contracts(), thresholds);
    Options options = Options.of(RunProperties.minutes(MINUTES), folder.resolve("blocks.ndjson"));
    Measured run = Measurement.run(plan, services(), options, this::tell);
    ReportFile.write(folder.resolve("report.json"), run, VERSION, subjects, Missing.isRequired());
    if (run.isJudged()) {
      console.println(VerdictTable.of(run));
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

  private List<Variant> yardsticks() {
    return stacks.stream()
        .filter(stack -> stack.id().endsWith("/yardstick"))
        .map(stack -> stack.variants().get(0))
        .toList();
  }

  /** Those that cells with limits need. */
  private Services services() {
    Set<ServiceName> names =
        contracts.contracts().stream()
            .filter(contract -> hasLimits(contract.workload()))
            .flatMap(contract -> contract.service().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return names.isEmpty() ? Services.none() : SharedServices.of(house.root(), names);
  }

  private boolean hasLimits(String workload) {
    return subjects.stream().anyMatch(one -> !thresholds.of(one.id(), workload).isEmpty());
  }

  Gate gate() throws InterruptedException, IOException {
    return measured().gate();
  }
}

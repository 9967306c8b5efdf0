// One comparison of the working tree with a base: both are checked out and built, and measured
// beside each other.
package dev.loadline.junit;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.measure.Measured;
import dev.loadline.measure.Measurement;
import dev.loadline.measure.Plan;
import dev.loadline.revisions.BuildRevision;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Thresholds;
import dev.loadline.thresholds.Thresholds.Entries;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Stacks, contracts and thresholds.json are those of the working tree. */
final class CompareRun extends SharedRun {
  /**
   * Of throughput: where both are loaded at the same time, longer slices cost no precision, and
   * have fewer ends.
   */
  private static final double SLICE_SECONDS = 0.6;

  private final House house;
  private final Wanted wanted;
  private final Measurement.Options options;
  private final Sides sides;
  private final Contracts contracts;
  private final Thresholds thresholds;
  private final Changes changes;

  /**
   * What is to be compared.
   *
   * @param base a revision, or a folder from the house on
   * @param subjects the stacks and variants
   * @param chosen which workloads
   * @param isFull whether every p99 is judged
   * @param time how long it may measure
   */
  record Wanted(
      String base,
      List<Variant> subjects,
      Predicate<String> chosen,
      boolean isFull,
      Duration time) {}

  private CompareRun(House house, Wanted wanted, Sides sides, Path folder)
      throws InterruptedException {
    super(folder);
    House head = new House(sides.head().folder());
    Contracts known = head.contracts();
    this.house = house;
    this.wanted = wanted;
    this.options = options(wanted.isFull(), wanted.time()).withSlicesOf(SLICE_SECONDS);
    this.sides = sides;
    this.thresholds =
        Thresholds.load(head.root(), sides.head().stacks(), known, Entries.AS_THEY_ARE)
            .orElse(Thresholds.NONE);
    this.changes =
        Changes.between(
            sides, wanted.subjects(), workloads(known.only(wanted.chosen())), thresholds);
    this.contracts = known.only(changes::touches);
  }

  /**
   * Checks out and builds: what cannot be had is told before there is a test.
   *
   * @param folder where report.json and blocks.ndjson go
   * @throws dev.loadline.revisions.RevisionError one side cannot be had, or does not build
   * @throws dev.loadline.input.InvalidInput a file of one side cannot be used
   */
  static CompareRun of(House house, Wanted wanted, Path folder) throws InterruptedException {
    Sides sides = Sides.checkOut(house.root(), wanted.base(), SharedRun::say);
    boolean isReady = false;
    try {
      CompareRun run = new CompareRun(house, wanted, sides, folder);
      run.build();
      isReady = true;
      return run;
    } finally {
      if (!isReady) {
        sides.close();
      }
    }
  }

  private static List<String> workloads(Contracts contracts) {
    return contracts.contracts().stream()
        .filter(contract -> contract.load().isPresent())
        .map(Contract::workload)
        .toList();
  }

  private void build() throws InterruptedException {
    changes.notCompared().forEach(left -> say("not compared: " + left));
    if (changes.revised().isEmpty()) {
      say("nothing to compare: the change %s can touch no stack".formatted(sides.change()));
    }
    BuildRevision.build(sides.base(), changes.baseStacks(), SharedRun::say);
    BuildRevision.build(sides.head(), changes.headStacks(), SharedRun::say);
  }

  @Override
  void tell(String stack, String workload) throws InterruptedException, IOException {
    Optional<String> whyNot = changes.whyNotCompared(stack, workload);
    if (whyNot.isPresent()) {
      Missing.skip(whyNot.get());
    }
    Outcome.tell(found(stack, workload).orElseThrow(), gate());
  }

  @Override
  Measured measure() throws InterruptedException, IOException {
    try {
      Services services = services();
      Plan plan = Plan.compare(changes.revised(), contracts, thresholds, wanted.isFull(), services);
      Measured run = Measurement.run(plan, services, options, SharedRun::say);
      report(run, Optional.of(sides.compared(changes.notCompared())));
      return run;
    } finally {
      close();
    }
  }

  private Services services() {
    Set<ServiceName> names =
        contracts.contracts().stream()
            .flatMap(contract -> contract.service().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return names.isEmpty() ? Services.none() : SharedServices.of(house.root(), names);
  }

  @Override
  Gate gate() {
    return thresholds.gate();
  }

  /** Both sides are gone, measured or not. */
  @Override
  public void close() {
    sides.close();
  }
}

// What is to be measured: subjects held against references, on workloads, by metrics.
package dev.loadline.measure;

import dev.loadline.contracts.Contract;
import dev.loadline.contracts.Contracts;
import dev.loadline.services.Service;
import dev.loadline.services.Services;
import dev.loadline.stacks.Variant;
import dev.loadline.thresholds.Gate;
import dev.loadline.thresholds.Limit;
import dev.loadline.thresholds.Limit.Quantity;
import dev.loadline.thresholds.Thresholds;
import java.util.List;
import java.util.Optional;

/**
 * @param contracts the workloads, in their order
 * @param warmedOn those that every server is warmed on, whatever is measured
 * @param isPaired whether each set of processes is one block of the judge: two revisions are
 *     compared
 */
public record Plan(
    List<Group> groups,
    List<Planned> comparisons,
    List<Contract> contracts,
    List<Contract> warmedOn,
    Gate gate,
    boolean isPaired) {
  private static final String ONLY_WITH_FULL = "left to -Dloadline.full";

  /** Both revisions of a stack have its id. */
  static final String OF_BASE = "@base";

  /** Arms that are alive together, so that their slices take turns. */
  record Group(String name, List<Variant> subjects, Optional<Variant> reference) {}

  /**
   * One comparison.
   *
   * @param whyNot why it cannot be measured here
   */
  record Planned(
      String group,
      Variant subject,
      Contract contract,
      List<Metric> metrics,
      Optional<String> whyNot) {}

  /**
   * What is wanted of a gate.
   *
   * @param variants all that there are, yardsticks too
   * @param known the contracts of the house, on which servers are warmed
   * @param isFull whether every p99 is judged, and not only those of {@code gate.p99Workloads}
   */
  public record Wanted(
      List<Variant> subjects,
      List<Variant> variants,
      Contracts contracts,
      Contracts known,
      Thresholds thresholds,
      boolean isFull) {}

  /**
   * One stack of two revisions.
   *
   * @param workloads that the change can touch
   */
  public record Revised(Variant head, Variant base, List<String> workloads) {
    private Group group() {
      return new Group(head.id(), List.of(head), Optional.of(reference()));
    }

    private Variant reference() {
      return new Variant(
          base.id() + OF_BASE,
          base.stack(),
          base.env(),
          base.command(),
          base.workloads(),
          base.knownFailing(),
          base.reason());
    }
  }

  /**
   * Stacks of one revision against themselves of another. What fails is worse than theta0 for
   * certain, what passes is not as bad as theta1: a log ratio of what is allowed, and 0.3 of it.
   *
   * @param contracts of head
   * @param thresholds of head
   * @param isFull whether every p99 is judged, and not only those of {@code gate.p99Workloads}
   * @param services that were asked for, started or said to be missing
   */
  public static Plan compare(
      List<Revised> revised,
      Contracts contracts,
      Thresholds thresholds,
      boolean isFull,
      Services services) {
    List<Contract> loaded = loaded(contracts);
    List<Planned> comparisons =
        revised.stream()
            .flatMap(
                each ->
                    loaded.stream()
                        .filter(contract -> each.workloads().contains(contract.workload()))
                        .filter(contract -> speaks(each.head(), contract))
                        .map(contract -> planned(each, contract, thresholds, isFull, services)))
            .toList();
    List<Group> groups = revised.stream().map(Revised::group).toList();
    return new Plan(groups, comparisons, loaded, List.of(), thresholds.gate(), true);
  }

  private static Planned planned(
      Revised revised,
      Contract contract,
      Thresholds thresholds,
      boolean isFull,
      Services services) {
    Variant head = revised.head();
    List<Metric> metrics =
        thresholds.regression().of(head.stack().id()).stream()
            .map(
                allowed ->
                    new Metric(
                        head.id(),
                        contract.workload(),
                        allowed.limit(),
                        allowed.passBelow(),
                        allowed.pairDeviation(),
                        whyLeft(allowed.limit(), contract, thresholds, isFull)))
            .toList();
    Optional<String> whyNot = missingService(contract, services).or(head::whyNotRun);
    return new Planned(head.id(), head, contract, metrics, whyNot);
  }

  /**
   * Each stack against the yardstick of its language, by thresholds.json.
   *
   * @param services that were asked for, started or said to be missing
   */
  public static Plan gate(Wanted wanted, Services services) {
    List<Group> groups =
        wanted.subjects().stream()
            .map(subject -> subject.stack().language())
            .distinct()
            .map(language -> group(language, wanted))
            .toList();
    List<Contract> contracts = loaded(wanted.contracts());
    List<Planned> comparisons =
        groups.stream()
            .flatMap(
                group ->
                    group.subjects().stream()
                        .flatMap(
                            subject ->
                                contracts.stream()
                                    .filter(each -> speaks(subject, each))
                                    .map(each -> planned(group, subject, each, wanted, services))))
            .toList();
    return new Plan(
        groups,
        comparisons,
        contracts,
        warmedOn(wanted.known()),
        wanted.thresholds().gate(),
        false);
  }

  private static Group group(String language, Wanted wanted) {
    return new Group(
        language,
        wanted.subjects().stream()
            .filter(variant -> variant.stack().language().equals(language))
            .filter(variant -> !Thresholds.isYardstick(variant.id()))
            .toList(),
        wanted.variants().stream()
            .filter(variant -> variant.stack().language().equals(language))
            .filter(variant -> Thresholds.isYardstick(variant.id()))
            .findFirst());
  }

  private static List<Contract> loaded(Contracts contracts) {
    return contracts.contracts().stream().filter(contract -> contract.load().isPresent()).toList();
  }

  private static List<Contract> warmedOn(Contracts known) {
    return loaded(known).stream().filter(contract -> contract.service().isEmpty()).toList();
  }

  static boolean speaks(Variant variant, Contract contract) {
    return variant.workloads().contains(contract.workload());
  }

  private static Planned planned(
      Group group, Variant subject, Contract contract, Wanted wanted, Services services) {
    List<Metric> metrics =
        wanted.thresholds().of(subject.id(), contract.workload()).stream()
            .map(limit -> metric(subject, contract, limit, wanted))
            .toList();
    Optional<String> whyNot =
        metrics.isEmpty()
            ? Optional.of(Thresholds.FILE + " has no limits for it")
            : missingService(contract, services).or(subject::whyNotRun);
    return new Planned(group.name(), subject, contract, metrics, whyNot);
  }

  private static Metric metric(Variant subject, Contract contract, Limit limit, Wanted wanted) {
    Optional<String> whyNot = whyLeft(limit, contract, wanted.thresholds(), wanted.isFull());
    return new Metric(subject.id(), contract.workload(), limit, whyNot);
  }

  /** A p99 that only a full run measures. */
  private static Optional<String> whyLeft(
      Limit limit, Contract contract, Thresholds thresholds, boolean isFull) {
    boolean isLeft =
        limit.kind().quantity() == Quantity.P99
            && !isFull
            && !thresholds.gate().judgesP99Of(contract.workload());
    return isLeft ? Optional.of(ONLY_WITH_FULL) : Optional.empty();
  }

  private static Optional<String> missingService(Contract contract, Services services) {
    return contract.service().map(services::of).flatMap(Service::notRun);
  }
}

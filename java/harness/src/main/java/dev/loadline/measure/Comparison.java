// One comparison while its blocks come in: what else has to be measured, what is alarming, and the
// verdict.
package dev.loadline.measure;

import dev.loadline.measure.ComparisonOutcome.NotMeasured;
import dev.loadline.measure.Decision.ErrorRates;
import dev.loadline.measure.Decision.Standing;
import dev.loadline.measure.Records.Block;
import dev.loadline.measure.Records.Place;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

class Comparison {
  /** So many blocks of throughput tell by which rate a p99 is to be measured. */
  private static final int SHOWN_BLOCKS = 3;

  /** A block of p99 lasts a second: a stall that comes every other second is to be seen. */
  private static final int P99_BLOCKS = 4;

  private final Place place;
  private final List<Metric> metrics;
  private final ErrorRates rates;
  private final Records records;
  private final ServerDrift drift;

  /** Why metrics are not measured, by their name. */
  private final Map<String, String> unmeasured = new LinkedHashMap<>();

  private final List<String> problems = new ArrayList<>();
  private Optional<String> whyNot = Optional.empty();
  private OptionalDouble gcPauseShare = OptionalDouble.empty();

  /**
   * @param records of the run
   * @param drift of its server, on all workloads
   */
  Comparison(
      Place place, List<Metric> metrics, ErrorRates rates, Records records, ServerDrift drift) {
    this.place = place;
    this.metrics = metrics;
    this.rates = rates;
    this.records = records;
    this.drift = drift;
    metrics.forEach(
        metric -> metric.whyNot().ifPresent(reason -> unmeasured.put(metric.name(), reason)));
  }

  String group() {
    return place.group();
  }

  String subject() {
    return place.subject();
  }

  String workload() {
    return place.workload();
  }

  List<Metric> metrics() {
    return metrics;
  }

  final ErrorRates rates() {
    return rates;
  }

  /** Tells why a set of processes cannot measure its p99. */
  void hasNoRate(String reason) {
    leaveUnmeasured(Kind.P99, reason);
  }

  /** Nothing of the kind is measured in this run. */
  void leaveUnmeasured(Kind kind, String reason) {
    leave(metric -> metric.kind() == kind, reason);
  }

  /** It cannot be measured here at all. */
  void leaveAll(String reason) {
    whyNot = Optional.of(reason);
    leave(metric -> true, reason);
  }

  /** A set of processes has nothing to hold it against. */
  void hasNoReference(String reason) {
    leaveRelative(reason);
  }

  /** There is nothing to hold it against. */
  void leaveRelative(String reason) {
    leave(Metric::isRelative, reason);
  }

  private void leave(Predicate<Metric> left, String reason) {
    metrics.stream().filter(left).forEach(metric -> unmeasured.put(metric.name(), reason));
  }

  /** Are slices of it wanted at all? */
  boolean isMeasured() {
    return whyNot.isEmpty() && !measured().isEmpty();
  }

  /** Is a limit of the kind a figure of its own, and no ratio? */
  boolean isAbsolute(Kind kind) {
    return measured().stream().anyMatch(metric -> metric.kind() == kind && !metric.isRelative());
  }

  /** Is a reference wanted? */
  boolean isRelative() {
    return metrics.stream().anyMatch(Metric::isRelative);
  }

  /** May a set of fresh processes change what is found? */
  boolean isOpen(int process) {
    return needs(Kind.THROUGHPUT, process) || needs(Kind.P99, process);
  }

  /** What the subject did wrong besides its slices. */
  void addProblem(String problem) {
    problems.add(problem);
  }

  void addGcPauseShare(double share) {
    gcPauseShare = OptionalDouble.of(share);
  }

  /**
   * May another slice of the kind change what is found?
   *
   * @param process which set of processes
   */
  boolean needs(Kind kind, int process) {
    if (!faults().isEmpty()) {
      return false;
    }
    List<Decision> decisions = decisions(kind, process);
    if (decisions.stream().anyMatch(decision -> !decision.isDecided())) {
      return true;
    }
    int blocks = blocksOfSet(process, kind).size();
    if (kind == Kind.THROUGHPUT) {
      // What is not to be trusted shows no drift either.
      boolean isGivenUp =
          decisions.stream().anyMatch(decision -> decision.verdict() == Verdict.INVALID);
      return !isGivenUp && blocks < rates.maxBlocks() && wantsMore(process, blocks);
    }
    return !decisions.isEmpty() && blocks < Math.min(rates.maxBlocks(), P99_BLOCKS);
  }

  /**
   * Are more blocks measured, though all that is asked about throughput is decided?
   *
   * @param blocks of throughput that are measured
   */
  private boolean wantsMore(int process, int blocks) {
    if (process > 1) {
      return wantsMoreOfFresh(process, blocks);
    }
    boolean isWatched = metrics.stream().anyMatch(metric -> metric.kind() == Kind.THROUGHPUT);
    return isWatched ? drift.wantsMore(process, blocks) : blocks < SHOWN_BLOCKS;
  }

  /** Are more blocks to show a drift again, or to tell by which rate a p99 is to be measured? */
  private boolean wantsMoreOfFresh(int process, int blocks) {
    if (!drift.ofSet(process - 1).isEmpty()) {
      // What comes with time needs as much of it again.
      int before = blocksOfSet(process - 1, Kind.THROUGHPUT).size();
      return blocks < before || drift.wantsMore(process, blocks);
    }
    return blocks < SHOWN_BLOCKS && !decisions(Kind.P99, process).isEmpty();
  }

  /** Does something of it speak rather for harm than against it, and is not decided? */
  boolean isSuspect(Kind kind, int process) {
    return decisions(kind, process).stream()
        .anyMatch(decision -> decision.isSuspect() && !decision.isDecided());
  }

  /**
   * Names of what fresh processes are to be asked about; errors need no second look.
   *
   * @param process the last set of processes
   */
  List<String> alarms(int process) {
    if (!faults().isEmpty()) {
      return List.of();
    }
    Stream<String> alarming =
        measured().stream()
            .filter(metric -> isAsked(metric, process) && standing(metric, process).isAlarming())
            .map(Metric::name);
    return Stream.concat(alarming, drift.unconfirmed(process)).toList();
  }

  /** Errors under load, an end, answers from memory. */
  List<String> faults() {
    List<Block> all = records.blocksOf(place);
    Set<String> faults = new LinkedHashSet<>(problems);
    for (Block block : all) {
      block.subject().problem().ifPresent(faults::add);
      block.subject().sample().map(Sample::faults).ifPresent(faults::addAll);
    }
    long measured = all.stream().filter(block -> block.kind() != Kind.WARM_UP).count();
    boolean hasAnswered =
        all.stream()
            .flatMap(block -> block.subject().sample().stream())
            // At any time: what comes too late for a short window is no fault.
            .anyMatch(sample -> sample.responses() > sample.errors());
    if (measured >= Math.min(SHOWN_BLOCKS, rates.maxBlocks()) && !hasAnswered) {
      faults.add("no right answer at all");
    }
    return List.copyOf(faults);
  }

  ComparisonOutcome outcome() {
    List<String> faults = faults();
    List<Drift> drifts =
        drift.confirmed().stream().filter(found -> found.workload().equals(workload())).toList();
    List<MetricOutcome> found =
        measured().stream()
            .map(metric -> MetricOutcome.of(metric, standing(metric), rates))
            .toList();
    Optional<String> invalid = whyInvalid(found);
    boolean isJudged = !found.isEmpty() || !faults.isEmpty();
    return new ComparisonOutcome(
        subject(),
        reference(),
        workload(),
        isJudged ? Optional.of(verdict(faults, drifts, invalid, found)) : Optional.empty(),
        isJudged ? Optional.empty() : whyNot.or(() -> Optional.of("no limit of it was measured")),
        faults,
        drifts,
        invalid,
        found,
        unmeasured.entrySet().stream()
            .map(left -> new NotMeasured(left.getKey(), left.getValue()))
            .toList(),
        Figures.of(samples(block -> Optional.of(block.subject())), gcPauseShare),
        Figures.of(samples(Block::reference), OptionalDouble.empty()));
  }

  private static Verdict verdict(
      List<String> faults,
      List<Drift> drifts,
      Optional<String> invalid,
      List<MetricOutcome> metrics) {
    Set<Verdict> verdicts =
        metrics.stream().map(MetricOutcome::verdict).collect(Collectors.toSet());
    if (!faults.isEmpty() || !drifts.isEmpty() || verdicts.contains(Verdict.FAIL)) {
      return Verdict.FAIL;
    }
    if (invalid.isPresent()) {
      return Verdict.INVALID;
    }
    return verdicts.contains(Verdict.INCONCLUSIVE) ? Verdict.INCONCLUSIVE : Verdict.PASS;
  }

  private Optional<String> whyInvalid(List<MetricOutcome> found) {
    return measured().stream()
        .flatMap(metric -> standing(metric).decision().whyCompiling().stream())
        .findFirst()
        .or(() -> whyUntrusted(found));
  }

  private static Optional<String> whyUntrusted(List<MetricOutcome> found) {
    return found.stream()
        .filter(metric -> metric.verdict() == Verdict.INVALID)
        .findFirst()
        .map(
            metric -> {
              long count = metric.leftOut().values().stream().mapToLong(Long::longValue).sum();
              String reasons =
                  metric.leftOut().entrySet().stream()
                      .map(left -> "%s (%d)".formatted(left.getKey(), left.getValue()))
                      .collect(Collectors.joining(", "));
              return "%d of %d blocks of %s are invalid: %s"
                  .formatted(count, count + metric.blocks(), metric.metric().name(), reasons);
            });
  }

  private Optional<String> reference() {
    return records.blocksOf(place).stream()
        .flatMap(block -> block.reference().stream())
        .map(SliceRecord::arm)
        .findFirst();
  }

  /** Of all sets of processes that were asked about it. */
  Standing standing(Metric metric) {
    int last = sets().filter(process -> isAsked(metric, process)).max().orElse(1);
    return standing(metric, last);
  }

  /**
   * @param process the last set that counts
   */
  private Standing standing(Metric metric, int process) {
    return Standing.of(
        IntStream.rangeClosed(1, process).mapToObj(each -> decision(metric, each)).toList());
  }

  /** Later processes are asked of what is alarming. */
  private boolean isAsked(Metric metric, int process) {
    return process == 1
        || (isAsked(metric, process - 1) && standing(metric, process - 1).isAlarming());
  }

  /** Of each metric of the kind that this set of processes is asked about. */
  private List<Decision> decisions(Kind kind, int process) {
    return measured().stream()
        .filter(metric -> metric.kind() == kind && isAsked(metric, process))
        .map(metric -> decision(metric, process))
        .toList();
  }

  private Decision decision(Metric metric, int process) {
    Series series = Series.of(metric, blocksOfSet(process, metric.kind()));
    return Decision.of(metric, series, rates, process);
  }

  /** Metrics of which slices are wanted. */
  final List<Metric> measured() {
    return metrics.stream().filter(metric -> !unmeasured.containsKey(metric.name())).toList();
  }

  /** The sets of processes that have measured it, from 1 on. */
  final IntStream sets() {
    int last = records.blocksOf(place).stream().mapToInt(Block::process).max().orElse(0);
    return IntStream.rangeClosed(1, last);
  }

  final List<Block> blocksOfSet(int process, Kind... kinds) {
    List<Kind> wanted = List.of(kinds);
    return records.blocksOf(place).stream()
        .filter(block -> block.process() == process && wanted.contains(block.kind()))
        .toList();
  }

  private List<Sample> samples(Function<Block, Optional<SliceRecord>> arm) {
    return records.blocksOf(place).stream()
        .filter(block -> block.kind() == Kind.THROUGHPUT)
        .flatMap(block -> arm.apply(block).flatMap(SliceRecord::sample).stream())
        .toList();
  }
}

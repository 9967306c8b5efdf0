// One comparison of two revisions: each pair of fresh processes gives one harm of a metric, the
// median of its slices.
package dev.loadline.measure;

import dev.loadline.judge.Evidence;
import dev.loadline.measure.Decision.ErrorRates;
import dev.loadline.measure.Decision.Standing;
import dev.loadline.measure.Records.Block;
import dev.loadline.measure.Records.Place;
import dev.loadline.measure.SliceRecord.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

final class PairedComparison extends Comparison {
  /**
   * So many blocks are taken of each pair. A pair is what the judge counts, since two processes of
   * equal code differ for as long as they live; its blocks make what it says less noisy.
   */
  private static final Map<Kind, Integer> BLOCKS_OF_PAIR = Map.of(Kind.THROUGHPUT, 6, Kind.P99, 6);

  /**
   * And so many at most, while they leave the pair's median in doubt by more than {@link
   * #ERROR_MAX} (a log ratio): where blocks are noisy and a pair is dear to warm, as on the JVM, a
   * few more say as much as another pair.
   */
  private static final Map<Kind, Integer> BLOCKS_MAX = Map.of(Kind.THROUGHPUT, 18, Kind.P99, 12);

  private static final Map<Kind, Double> ERROR_MAX = Map.of(Kind.THROUGHPUT, 0.02, Kind.P99, 0.1);

  /** Of a normal distribution: what a median's standard error is of a mean's. */
  private static final double OF_MEAN_ERROR = 1.2533;

  /** A pair of which fewer are to be trusted says nothing. */
  private static final double TRUSTED_SHARE_MIN = 0.5;

  /** So many tell by which rate a p99 is to be measured, where nothing else is asked. */
  private static final int BLOCKS_FOR_RATE = 2;

  private Optional<String> whyNoRate = Optional.empty();
  private Optional<String> whyNoBase = Optional.empty();

  /** A pair lives too shortly to drift, and base may do the same. */
  PairedComparison(Place place, List<Metric> metrics, ErrorRates rates, Records records) {
    super(place, metrics, rates, records, ServerDrift.none(records));
  }

  /**
   * What is decided by the pairs before is measured no more: which metric is measured depends on
   * the past alone.
   *
   * @param process which pair
   */
  @Override
  boolean needs(Kind kind, int process) {
    if (!faults().isEmpty()) {
      return false;
    }
    int blocks = blocksOfSet(process, kind).size();
    int wanted = wanted(kind, process);
    boolean isForVerdict = wanted == BLOCKS_OF_PAIR.get(kind);
    return blocks < wanted
        || (isForVerdict && blocks < BLOCKS_MAX.get(kind) && isInDoubt(kind, process));
  }

  /**
   * Are more blocks of the pair worth their time? How far they lie apart tells nothing of where
   * they lie, so that going on for it favours neither verdict.
   */
  private boolean isInDoubt(Kind kind, int process) {
    List<Block> blocks = blocksOfSet(process, kind);
    return measured().stream()
        .filter(metric -> metric.kind() == kind)
        .anyMatch(metric -> error(Series.of(metric, blocks).harms()) > ERROR_MAX.get(kind));
  }

  /**
   * The standard error of a pair's median, as a few that are far out do not change it; 0 of none.
   */
  private static double error(List<Double> harms) {
    return harms.isEmpty()
        ? 0
        : OF_MEAN_ERROR * Evidence.deviation(harms) / Math.sqrt(harms.size());
  }

  /** How many blocks this pair is to give at least. */
  private int wanted(Kind kind, int process) {
    if (isUndecided(kind, process - 1)) {
      return BLOCKS_OF_PAIR.get(kind);
    }
    boolean isForRate = kind == Kind.THROUGHPUT && isUndecided(Kind.P99, process - 1);
    return isForRate ? BLOCKS_FOR_RATE : 0;
  }

  /**
   * @param pairs that are looked at
   */
  private boolean isUndecided(Kind kind, int pairs) {
    return decisions(kind, pairs).anyMatch(decision -> !decision.isDecided());
  }

  @Override
  boolean isSuspect(Kind kind, int process) {
    return decisions(kind, process)
        .anyMatch(decision -> decision.isSuspect() && !decision.isDecided());
  }

  /** None: every pair is of fresh processes. */
  @Override
  List<String> alarms(int process) {
    return List.of();
  }

  /** The next pair may have one. */
  @Override
  void hasNoRate(String reason) {
    whyNoRate = Optional.of(reason);
  }

  /** Base could not be measured, so nothing is known of head, which may be what mends it. */
  @Override
  void hasNoReference(String reason) {
    super.hasNoReference(reason);
    whyNoBase = Optional.of(reason);
  }

  @Override
  ComparisonOutcome outcome() {
    boolean isMeasured = sets().anyMatch(process -> !blocksOfSet(process, Kind.P99).isEmpty());
    if (!isMeasured) {
      whyNoRate.ifPresent(reason -> leaveUnmeasured(Kind.P99, reason));
    }
    ComparisonOutcome outcome = super.outcome();
    return whyNoBase.isPresent() && outcome.verdict().isEmpty()
        ? outcome.untrusted(whyNoBase.get())
        : outcome;
  }

  @Override
  Standing standing(Metric metric) {
    return new Standing(decision(metric, (int) sets().count()), false, List.of());
  }

  private Stream<Decision> decisions(Kind kind, int pairs) {
    return measured().stream()
        .filter(metric -> metric.kind() == kind)
        .map(metric -> decision(metric, pairs));
  }

  /**
   * @param pairs that are looked at, from the first on
   */
  private Decision decision(Metric metric, int pairs) {
    Series series = new Series(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (int process = 1; process <= pairs; process++) {
      addPair(series, Series.of(metric, blocksOfSet(process, metric.kind())));
    }
    return Decision.of(metric, series, rates(), 1);
  }

  /**
   * @param series of pairs, is added to
   * @param pair block by block; it may have none of the metric
   */
  private static void addPair(Series series, Series pair) {
    if (pair.blocks() == 0) {
      return;
    }
    if (pair.harms().size() < TRUSTED_SHARE_MIN * pair.blocks()) {
      series.leftOut().add(pair.leftOut().get(0));
      return;
    }
    series.harms().add(Steady.median(pair.harms()));
    if (!pair.compilerShares().isEmpty()) {
      series.compilerShares().add(Steady.median(pair.compilerShares()));
    }
  }
}

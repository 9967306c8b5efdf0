// One comparison of two revisions: each pair of fresh processes gives one harm of a metric, the
// median of its slices.
package dev.loadline.measure;

import dev.loadline.measure.Decision.ErrorRates;
import dev.loadline.measure.Decision.Standing;
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
  private static final Map<Kind, Integer> BLOCKS_OF_PAIR = Map.of(Kind.THROUGHPUT, 8, Kind.P99, 6);

  /** A pair of which fewer are to be trusted says nothing. */
  private static final double TRUSTED_SHARE_MIN = 0.5;

  /** So many tell by which rate a p99 is to be measured, where nothing else is asked. */
  private static final int BLOCKS_FOR_RATE = 2;

  private Optional<String> whyNoRate = Optional.empty();
  private Optional<String> whyNoBase = Optional.empty();

  PairedComparison(Place place, List<Metric> metrics, ErrorRates rates, Records records) {
    super(place, metrics, rates, records);
  }

  /**
   * What is decided by the pairs before is measured no more: which metric is measured depends on
   * the past alone.
   *
   * @param process which pair
   */
  @Override
  boolean needs(Kind kind, int process) {
    return faults().isEmpty() && blocksOfSet(process, kind).size() < wanted(kind, process);
  }

  /** How many blocks this pair is to give. */
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

  /** None: a pair lives too shortly, and base may do the same. */
  @Override
  List<Drift> drifts(int process) {
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

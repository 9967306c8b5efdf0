// What a run is found to be: the verdict of each comparison, and of all together.
package dev.loadline.measure;

import dev.loadline.judge.Judge;
import dev.loadline.judge.Judged;
import dev.loadline.judge.Recorded;
import dev.loadline.measure.Decision.ErrorRates;
import dev.loadline.measure.Records.Place;
import dev.loadline.thresholds.Gate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

public final class Verdicts {
  private final Gate gate;
  private final List<Comparison> comparisons;

  /**
   * What a run is found to be.
   *
   * @param verdict empty where nothing was judged
   * @param culprits metrics and drifts that are named, sorted
   */
  public record RunOutcome(
      Optional<Verdict> verdict, List<String> culprits, List<ComparisonOutcome> comparisons) {}

  /** Of comparisons. */
  private interface Kind {
    Comparison of(Place place, List<Metric> metrics, ErrorRates rates);
  }

  /**
   * @param metrics of each comparison
   */
  Verdicts(Map<Place, List<Metric>> metrics, Gate gate, Records records) {
    this(metrics, gate, ofServers(metrics, records));
  }

  /**
   * Each set of processes is one block of the judge.
   *
   * @param metrics of each comparison
   */
  static Verdicts ofPairs(Map<Place, List<Metric>> metrics, Gate gate, Records records) {
    return new Verdicts(
        metrics, gate, (place, own, rates) -> new PairedComparison(place, own, rates, records));
  }

  private static Kind ofServers(Map<Place, List<Metric>> metrics, Records records) {
    return (place, own, rates) ->
        new Comparison(
            place, own, rates, records, new ServerDrift(ofSameServer(place, metrics), records));
  }

  /** In order. */
  private static Map<Place, List<Metric>> ofSameServer(
      Place place, Map<Place, List<Metric>> metrics) {
    Map<Place, List<Metric>> own = new LinkedHashMap<>(metrics);
    own.keySet()
        .removeIf(
            each -> !each.group().equals(place.group()) || !each.subject().equals(place.subject()));
    return own;
  }

  private Verdicts(Map<Place, List<Metric>> metrics, Gate gate, Kind kind) {
    int all = metrics.values().stream().mapToInt(List::size).sum();
    ErrorRates rates = ErrorRates.of(gate, all);
    this.gate = gate;
    this.comparisons =
        metrics.entrySet().stream()
            .map(entry -> kind.of(entry.getKey(), entry.getValue(), rates))
            .toList();
  }

  List<Comparison> comparisons() {
    return comparisons;
  }

  RunOutcome outcome() {
    List<ComparisonOutcome> outcomes = comparisons.stream().map(Comparison::outcome).toList();
    Optional<Judged> together = together();
    Stream<String> named = outcomes.stream().flatMap(Verdicts::namedIn);
    Stream<String> spread = together.stream().flatMap(judged -> judged.culprits().stream());
    boolean isFailed =
        together.filter(judged -> judged.verdict() == Judged.Verdict.FAIL).isPresent();
    return new RunOutcome(
        isFailed ? Optional.of(Verdict.FAIL) : worst(outcomes),
        Stream.concat(named, spread).distinct().sorted().toList(),
        outcomes);
  }

  /**
   * The harms of the whole run together: evidence that is spread over many metrics, none of which
   * can be named, fails a run too.
   */
  private Optional<Judged> together() {
    Map<String, Recorded.Metric> recorded = new LinkedHashMap<>();
    for (Comparison comparison : comparisons) {
      for (Metric metric : comparison.metrics()) {
        Decision decision = comparison.standing(metric).decision();
        // What is not to be trusted is no evidence, and still one of the metrics.
        boolean isTrusted = decision.verdict() != Verdict.INVALID;
        List<Double> harms = isTrusted ? decision.series().harms() : List.of();
        OptionalDouble deviation = OptionalDouble.of(metric.pairDeviation());
        recorded.put(metric.name(), new Recorded.Metric(0, 0, harms, deviation));
      }
    }
    return recorded.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Judge.judge(
                new Recorded(gate.falseAlarm(), gate.missed(), gate.maxBlocks(), recorded)));
  }

  /** What of it is to blame. */
  private static Stream<String> namedIn(ComparisonOutcome outcome) {
    Stream<String> metrics =
        outcome.metrics().stream()
            .filter(metric -> metric.verdict() == Verdict.FAIL)
            .map(metric -> metric.metric().name());
    Stream<String> drifts =
        outcome.drifts().stream().map(drift -> ServerDrift.name(outcome.subject(), drift));
    return Stream.concat(metrics, drifts);
  }

  private static Optional<Verdict> worst(List<ComparisonOutcome> outcomes) {
    List<Verdict> verdicts = outcomes.stream().flatMap(each -> each.verdict().stream()).toList();
    return Stream.of(Verdict.FAIL, Verdict.INVALID, Verdict.INCONCLUSIVE, Verdict.PASS)
        .filter(verdicts::contains)
        .findFirst();
  }
}

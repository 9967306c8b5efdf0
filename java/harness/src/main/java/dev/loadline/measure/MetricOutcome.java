// What is said of a metric in a report: one limit, and how the stack held it.
package dev.loadline.measure;

import dev.loadline.judge.Evidence;
import dev.loadline.judge.Evidence.Side;
import dev.loadline.measure.Decision.ErrorRates;
import dev.loadline.measure.Decision.Standing;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Figures are in the limit's unit.
 *
 * @param measured the median; empty without a valid block
 * @param earlier what earlier processes measured, in order: each was alarming, and fresh ones were
 *     asked again
 * @param least that neither side rejects at 1/max(alpha, beta)
 * @param most that neither side rejects at 1/max(alpha, beta)
 * @param blocks that were valid
 * @param leftOut how many blocks were not, by reason
 * @param resolves of a metric of two revisions that is inconclusive: the least figure past the
 *     limit that would have failed; else empty
 */
public record MetricOutcome(
    Metric metric,
    Verdict verdict,
    OptionalDouble measured,
    List<Double> earlier,
    OptionalDouble least,
    OptionalDouble most,
    int blocks,
    Map<String, Long> leftOut,
    double failEvidence,
    double passEvidence,
    OptionalDouble resolves) {
  /** Harms (log ratios) from half a per cent to three times as slow. */
  private static final double[] RESOLUTIONS =
      IntStream.rangeClosed(1, 220).mapToDouble(step -> step * 0.005).toArray();

  private static final Pattern FIGURES =
      Pattern.compile("^((?:\\S+/\\S+: )?+[^:]+): .*$", Pattern.DOTALL);

  static MetricOutcome of(Metric metric, Standing standing, ErrorRates rates) {
    Decision decision = standing.decision();
    List<Double> harms = decision.series().harms();
    double level = 1 / Math.max(rates.alpha(), rates.beta());
    Double low =
        Evidence.intervalEnd(harms, decision.scales(), level, Side.ABOVE, metric.pairDeviation());
    Double high =
        Evidence.intervalEnd(harms, decision.scales(), level, Side.BELOW, metric.passDeviation());
    boolean isLeast = metric.limit().kind().isLeast();
    return new MetricOutcome(
        metric,
        decision.verdict(),
        figure(metric, harms.isEmpty() ? null : Steady.median(harms)),
        standing.earlier().stream().map(each -> median(metric, each)).toList(),
        figure(metric, isLeast ? high : low),
        figure(metric, isLeast ? low : high),
        harms.size(),
        counted(decision.series().leftOut()),
        decision.failEvidence(),
        decision.passEvidence(),
        metric.passBelow() > 0 && decision.verdict() == Verdict.INCONCLUSIVE
            ? resolution(metric, harms, rates)
            : OptionalDouble.empty());
  }

  /** The figure that would have failed, had all blocks been worse by as much. */
  private static OptionalDouble resolution(Metric metric, List<Double> harms, ErrorRates rates) {
    if (harms.isEmpty()) {
      return OptionalDouble.empty();
    }
    double centre = Steady.median(harms);
    OptionalDouble least =
        Arrays.stream(RESOLUTIONS)
            .filter(
                harm ->
                    wouldFail(
                        metric, harms.stream().map(each -> each - centre + harm).toList(), rates))
            .findFirst();
    return least.isPresent() ? figure(metric, least.getAsDouble()) : least;
  }

  private static boolean wouldFail(Metric metric, List<Double> harms, ErrorRates rates) {
    Evidence fail = Evidence.of(0, Side.ABOVE, metric.pairDeviation());
    return IntStream.range(0, harms.size())
        .anyMatch(
            at -> {
              fail.add(harms.get(at), Evidence.nextScale(harms.subList(0, at)));
              return fail.value() / rates.metrics() >= 1 / rates.alpha();
            });
  }

  private static double median(Metric metric, Decision earlier) {
    return metric.limit().valueOf(Steady.median(earlier.series().harms()));
  }

  private static OptionalDouble figure(Metric metric, Double harm) {
    return harm == null ? OptionalDouble.empty() : OptionalDouble.of(metric.limit().valueOf(harm));
  }

  /**
   * @param reasons whose figures after the colon differ from block to block; those of a reference
   *     have its id before them
   */
  private static Map<String, Long> counted(List<String> reasons) {
    Map<String, Long> counts = new LinkedHashMap<>();
    for (String reason : reasons) {
      counts.merge(FIGURES.matcher(reason).replaceFirst("$1"), 1L, Long::sum);
    }
    return counts;
  }
}

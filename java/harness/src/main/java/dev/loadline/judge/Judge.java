// Makes a verdict of recorded harms.
package dev.loadline.judge;

import dev.loadline.judge.Judged.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads harms block by block and says pass, fail or inconclusive, with a bounded rate of false
 * alarms however often it looks.
 *
 * <p>Sources: Waudby-Smith &amp; Ramdas (arXiv 2010.09686) for the evidence of one metric; Vovk
 * &amp; Wang, E-values (Annals of Statistics 2021) for the mean over metrics, valid under any
 * dependence.
 */
public final class Judge {
  private Judge() {}

  /** Judges recorded harms; a pure function of its input. */
  public static Judged judge(Recorded recorded) {
    List<MetricTrial> trials =
        recorded.metrics().entrySet().stream()
            .map(entry -> new MetricTrial(entry.getKey(), entry.getValue()))
            .toList();
    Verdict verdict = Verdict.INCONCLUSIVE;
    int blocks = 0;
    while (verdict == Verdict.INCONCLUSIVE
        && blocks < recorded.maxBlocks()
        && trials.stream().anyMatch(MetricTrial::hasNext)) {
      blocks++;
      trials.forEach(trial -> trial.readBlock(recorded.beta()));
      verdict = verdictOf(trials, recorded.alpha());
    }
    List<String> culprits =
        verdict == Verdict.FAIL ? culpritsOf(trials, recorded.alpha()) : List.of();
    Map<String, Judged.Metric> metrics = new LinkedHashMap<>();
    for (MetricTrial trial : trials) {
      metrics.put(
          trial.name(), trial.judged(culprits.contains(trial.name()), 2 / recorded.alpha()));
    }
    return new Judged(verdict, blocks, culprits, metrics);
  }

  private static Verdict verdictOf(List<MetricTrial> trials, double alpha) {
    double total = trials.stream().mapToDouble(MetricTrial::failEvidence).sum();
    if (total / trials.size() >= 1 / alpha) {
      return Verdict.FAIL;
    }
    return trials.stream().allMatch(MetricTrial::passed) ? Verdict.PASS : Verdict.INCONCLUSIVE;
  }

  /**
   * The metrics that are to blame whichever others are looked at with them: closed testing over all
   * subsets, of which the least convincing is always the metric with the j least convincing others
   * (Vovk &amp; Wang, section 5).
   */
  private static List<String> culpritsOf(List<MetricTrial> trials, double alpha) {
    List<MetricTrial> ascending =
        trials.stream().sorted(Comparator.comparingDouble(MetricTrial::failEvidence)).toList();
    return trials.stream()
        .filter(trial -> leastMean(trial, ascending) >= 1 / alpha)
        .map(MetricTrial::name)
        .sorted()
        .toList();
  }

  private static double leastMean(MetricTrial trial, List<MetricTrial> ascending) {
    double sum = trial.failEvidence();
    double least = sum;
    int count = 1;
    for (MetricTrial other : ascending) {
      if (other != trial) {
        sum += other.failEvidence();
        least = Math.min(least, sum / ++count);
      }
    }
    return least;
  }
}

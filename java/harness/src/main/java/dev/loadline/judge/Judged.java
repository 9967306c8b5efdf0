// What the judge hands out.
package dev.loadline.judge;

import java.util.List;
import java.util.Map;

/**
 * What the judge made of recorded harms.
 *
 * @param verdict of the whole run
 * @param blocks how many were read
 * @param culprits metrics that a fail is named after, sorted
 * @param metrics by name
 */
public record Judged(
    Verdict verdict, int blocks, List<String> culprits, Map<String, Metric> metrics) {

  /** What the evidence suffices for. */
  public enum Verdict {
    PASS,
    FAIL,
    INCONCLUSIVE
  }

  /**
   * One metric's part.
   *
   * @param verdict of this metric
   * @param failEvidence E
   * @param passEvidence P
   * @param estimate median harm; null without a block
   * @param interval harms that neither side rejects at 2/alpha
   */
  public record Metric(
      Verdict verdict,
      double failEvidence,
      double passEvidence,
      Double estimate,
      Interval interval) {}

  /**
   * An interval of harms.
   *
   * @param low null where no harm is rejected from below
   * @param high null where no harm is rejected from above
   */
  public record Interval(Double low, Double high) {}
}

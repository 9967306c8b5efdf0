// What the judge takes in.
package dev.loadline.judge;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Recorded harms, ready to be judged.
 *
 * @param alpha rate of false alarms for the whole run
 * @param beta rate of passes of what is harmed by {@code passBelow}
 * @param maxBlocks block budget
 * @param metrics by name, at least one
 */
public record Recorded(double alpha, double beta, int maxBlocks, Map<String, Metric> metrics) {

  /**
   * One metric of a run.
   *
   * @param failAbove theta0, a harm (log ratio): FAIL tests "harm &lt;= failAbove"
   * @param passBelow theta1, a harm (log ratio): PASS tests "harm &gt;= passBelow"
   * @param harms one a block, positive is worse
   * @param pairDeviation where a block is a pair of processes: the standard deviation of the harms
   *     of equal code
   */
  public record Metric(
      double failAbove, double passBelow, List<Double> harms, OptionalDouble pairDeviation) {

    /** Of blocks that are no pairs. */
    public Metric(double failAbove, double passBelow, List<Double> harms) {
      this(failAbove, passBelow, harms, OptionalDouble.empty());
    }
  }
}

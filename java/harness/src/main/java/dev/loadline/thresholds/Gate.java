// How sure the gate must be, as thresholds.json says.
package dev.loadline.thresholds;

/**
 * @param falseAlarm the chance that a run without any harm fails
 * @param missed the chance that harm at the limit passes
 * @param minBlocks how many are measured before a metric is taken for decided
 * @param maxBlocks how many are measured at most
 */
public record Gate(
    double falseAlarm, double missed, int minBlocks, int maxBlocks, Inconclusive inconclusive) {

  /** What evidence that does not suffice is taken for. */
  public enum Inconclusive {
    PASS,
    WARN,
    FAIL
  }
}

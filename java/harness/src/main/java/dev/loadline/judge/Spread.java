// How far blocks lie apart: what is known beforehand, corrected by what is seen.
package dev.loadline.judge;

/**
 * How far blocks lie apart: what is known beforehand of equal code, corrected by each block that is
 * seen.
 *
 * <p>Source: Gelman et al., Bayesian Data Analysis, 2.6 (scaled inverse chi-squared): of a normal
 * distribution it is the deviation that is expected after them.
 */
final class Spread {
  /** What is known beforehand weighs as much as so many blocks more. */
  private static final double KNOWN_BLOCKS = 4;

  private final double known;
  private int blocks;
  private double mean;
  private double squares;

  /**
   * @param known standard deviation of the harms of equal code (log ratio)
   */
  Spread(double known) {
    this.known = known;
  }

  /** The standard deviation (log ratio), by the blocks that were added. */
  double deviation() {
    int seen = Math.max(0, blocks - 1);
    return Math.sqrt((KNOWN_BLOCKS * known * known + squares) / (KNOWN_BLOCKS + seen));
  }

  /**
   * @param harm of the next block (log ratio)
   */
  void add(double harm) {
    blocks++;
    double before = harm - mean;
    mean += before / blocks;
    squares += before * (harm - mean);
  }
}

// By how much one revision may be worse than another, as thresholds.json says.
package dev.loadline.thresholds;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Shares.
 *
 * @param stacks what they allow themselves in place of that
 */
public record Regression(double throughputLossMax, double p99IncreaseMax, Map<String, Own> stacks) {

  /** So much of what is allowed is no harm at all: between the two the verdict may be either. */
  private static final double HARMLESS_SHARE = 0.3;

  /**
   * So that a loss far beyond it is known after few pairs: that of processes that differ by 2 %
   * each, with what the slices of a pair leave open.
   */
  private static final double THROUGHPUT_PAIR_DEVIATION = 0.035;

  private static final double P99_PAIR_DEVIATION = 0.12;

  private static final String POINTER = "/regression";
  private static final Own NOTHING = new Own(OptionalDouble.empty(), OptionalDouble.empty());

  /** A stack's own figures. */
  public record Own(OptionalDouble throughputLossMax, OptionalDouble p99IncreaseMax) {}

  /**
   * A limit of one revision against another.
   *
   * @param passBelow a harm, counted from the limit: what is less than that worse for certain
   *     passes
   * @param pairDeviation the standard deviation of the harms of pairs of equal code that the judge
   *     reckons with
   */
  public record Allowed(Limit limit, double passBelow, double pairDeviation) {}

  /**
   * @param stack may have figures of its own
   */
  public List<Allowed> of(String stack) {
    Own own = stacks.getOrDefault(stack, NOTHING);
    return List.of(
        allowed(
            Limit.Kind.THROUGHPUT_OF_BASE_MIN,
            own.throughputLossMax.orElse(throughputLossMax),
            pointer(stack, own.throughputLossMax, "throughputLossMax"),
            THROUGHPUT_PAIR_DEVIATION),
        allowed(
            Limit.Kind.P99_OF_BASE_MAX,
            own.p99IncreaseMax.orElse(p99IncreaseMax),
            pointer(stack, own.p99IncreaseMax, "p99IncreaseMax"),
            P99_PAIR_DEVIATION));
  }

  private static Allowed allowed(
      Limit.Kind kind, double share, String pointer, double pairDeviation) {
    double most = Math.log(1 + share);
    double value = new Limit(kind, 1, pointer).valueOf(HARMLESS_SHARE * most);
    return new Allowed(new Limit(kind, value, pointer), (1 - HARMLESS_SHARE) * most, pairDeviation);
  }

  private static String pointer(String stack, OptionalDouble own, String name) {
    return own.isEmpty()
        ? POINTER + "/" + name
        : POINTER + "/stacks/" + ThresholdsFile.escaped(stack) + "/" + name;
  }
}

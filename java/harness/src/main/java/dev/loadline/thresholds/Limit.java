// One limit of one stack on one workload, and where it stands.
package dev.loadline.thresholds;

import java.util.Arrays;

/**
 * @param pointer JSON pointer to it in thresholds.json
 */
public record Limit(Kind kind, double value, String pointer) {

  /** What a limit is about. */
  public enum Quantity {
    THROUGHPUT("throughput"),
    P99("p99");

    private final String word;

    Quantity(String word) {
      this.word = word;
    }

    /** As messages have it. */
    public String word() {
      return word;
    }
  }

  /** The limits that a stack can have on a workload: of thresholds.json, or of plans. */
  public enum Kind {
    THROUGHPUT_OF_YARDSTICK_MIN(
        "throughputOfYardstickMin", Quantity.THROUGHPUT, true, " of the yardstick"),
    P99_OF_YARDSTICK_MAX("p99OfYardstickMax", Quantity.P99, true, " of the yardstick"),
    REQUESTS_PER_SECOND_MIN("requestsPerSecondMin", Quantity.THROUGHPUT, false, " requests/s"),
    P99_MILLIS_MAX("p99MillisMax", Quantity.P99, false, " ms"),
    THROUGHPUT_OF_BASE_MIN("throughputOfBaseMin", Quantity.THROUGHPUT, true, " of the base"),
    P99_OF_BASE_MAX("p99OfBaseMax", Quantity.P99, true, " of the base");

    private final String key;
    private final Quantity quantity;
    private final boolean relative;
    private final String unit;

    Kind(String key, Quantity quantity, boolean relative, String unit) {
      this.key = key;
      this.quantity = quantity;
      this.relative = relative;
      this.unit = unit;
    }

    /** As it stands in thresholds.json and in reports. */
    public String key() {
      return key;
    }

    public Quantity quantity() {
      return quantity;
    }

    /** Is it a share of a reference's, and no promise of a service level? */
    public boolean isRelative() {
      return relative;
    }

    /** Does it hold one revision against another? */
    public boolean isOfBase() {
      return this == THROUGHPUT_OF_BASE_MIN || this == P99_OF_BASE_MAX;
    }

    /** As a message has it, after the figure. */
    public String unit() {
      return unit;
    }

    /** Is more better? */
    public boolean isLeast() {
      return quantity == Quantity.THROUGHPUT;
    }

    static Kind of(String key) {
      return Arrays.stream(values()).filter(kind -> kind.key.equals(key)).findFirst().orElseThrow();
    }
  }

  /**
   * How far beyond the limit a measured value lies, as a log ratio: positive is worse.
   *
   * @param measured in the limit's unit
   */
  public double harmOf(double measured) {
    double above = Math.log(measured) - Math.log(value);
    return kind.isLeast() ? -above : above;
  }

  /** The value that has this harm, in the limit's unit. */
  public double valueOf(double harm) {
    return value * Math.exp(kind.isLeast() ? -harm : harm);
  }
}

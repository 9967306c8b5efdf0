// Writes figures so that a person can compare them: three digits that count, and a unit.
package dev.loadline.reports;

import java.util.Locale;

final class Figures {
  private static final double WHOLE_FROM = 99.95;
  private static final int DECIMALS_MAX = 3;

  private Figures() {}

  /** Whole with thousands apart from 100 on, three significant digits below. */
  static String figure(double value) {
    if (value == 0) {
      return "0";
    }
    if (value >= WHOLE_FROM) {
      return count(Math.round(value));
    }
    int decimals = Math.max(0, 2 - (int) Math.floor(Math.log10(value)));
    return String.format(Locale.ROOT, "%." + Math.min(DECIMALS_MAX, decimals) + "f", value);
  }

  /** With thousands apart. */
  static String count(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }

  /** Such as {@code 7 min 3 s}. */
  static String duration(long seconds) {
    return seconds < 60 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
  }
}

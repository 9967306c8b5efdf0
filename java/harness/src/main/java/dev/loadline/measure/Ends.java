// When the blocks of one workload end.
package dev.loadline.measure;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * By {@link System#nanoTime()}.
 *
 * @param nanos when its time is used up
 * @param suspectsNanos the same for what speaks for harm and is not decided
 */
record Ends(long nanos, long suspectsNanos) {
  private static final long SHARE_NANOS_MIN = TimeUnit.SECONDS.toNanos(30);

  /** Of the budget, on top, for what speaks for harm and is not yet decided. */
  private static final double SUSPECTS_EXTRA = 0.25;

  /**
   * A workload that stays undecided must not take the time of all others, nor each too little.
   *
   * @param deadlineNanos of the set of processes
   * @param workloadsLeft this one and those that share what is left
   * @param budget of the set of processes
   */
  static Ends of(long nowNanos, long deadlineNanos, int workloadsLeft, Duration budget) {
    long left = deadlineNanos - nowNanos;
    long own = Math.min(left, Math.max(SHARE_NANOS_MIN, left / workloadsLeft));
    long extra = (long) (SUSPECTS_EXTRA * budget.toNanos());
    return new Ends(nowNanos + own, deadlineNanos + extra);
  }

  boolean areOver(long nowNanos) {
    return nowNanos - nanos >= 0;
  }

  boolean areOverForSuspects(long nowNanos) {
    return nowNanos - suspectsNanos >= 0;
  }
}

// Counts the items of streams as they arrive, and the time from one to the next.
package dev.loadline.drivers;

final class ItemTally {
  private final MicrosHistogram between = new MicrosHistogram();
  private long count;

  /**
   * @param arrived how many at once: nothing was between them
   * @param lastNanos when the item before them came; 0 where they are the first of their stream
   */
  void arrived(long arrived, long lastNanos, long nowNanos) {
    count += arrived;
    if (lastNanos != 0) {
      between.record(nowNanos - lastNanos);
    }
    if (arrived > 1) {
      between.record(0, arrived - 1);
    }
  }

  Sample.Items sample(double seconds) {
    return new Sample.Items(seconds > 0 ? count / seconds : 0, between.percentiles());
  }
}

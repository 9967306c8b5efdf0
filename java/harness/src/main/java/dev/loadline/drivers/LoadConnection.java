// One connection of a load: it sends when it is told to, and says when it can send again.
package dev.loadline.drivers;

/** Everything happens on the driver's one thread. */
interface LoadConnection {
  /** Connects; {@link Slice#free} once it can send. */
  void open();

  /**
   * Sends what is next; only where it is free.
   *
   * @param dueNanos from when the latency counts
   * @param nowNanos from when the time-out counts; to look at the clock once more costs
   */
  void send(long dueNanos, long nowNanos);

  /** Whether an answer or the connection itself is awaited. */
  boolean isBusy();

  /** Gives up what has waited for too long. */
  void checkTime(long nowNanos);

  void close();
}

// Tells which turns of the event loop are work, and which only keep the driver from sleeping.
package dev.loadline.drivers;

import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;

/**
 * A driver that sleeps is late with what falls due, and whoever wakes it pays for that: on a
 * virtual machine a server then spends as much of its time on waking the driver as on some
 * requests.
 */
final class Turning {
  /** A turn in which nothing happens takes about 1 us; a longer one has read, or stood still. */
  private static final long EMPTY_TURN_NANOS = 20_000;

  /** Stands for a turn that begins by sleeping. */
  private static final long ASLEEP = 0;

  private final EventLoop loop;
  private final Tally tally;
  private final Runnable turn;
  private boolean hasWorked;
  private long beganAtNanos = ASLEEP;

  /**
   * @param tally is told how long nothing was to do: that is no work
   */
  Turning(EventLoop loop, Tally tally, Runnable turn) {
    this.loop = loop;
    this.tally = tally;
    this.turn = turn;
  }

  /** In this turn something was sent, or came. */
  void work() {
    hasWorked = true;
  }

  void ends(long nowNanos) {
    long turnNanos = nowNanos - beganAtNanos;
    if (beganAtNanos != ASLEEP && !hasWorked && turnNanos < EMPTY_TURN_NANOS) {
      tally.waited(turnNanos);
    }
    hasWorked = false;
  }

  /**
   * Once more, as soon as what has come is read. What is executed and not scheduled comes before.
   */
  void again(long nowNanos) {
    beganAtNanos = nowNanos;
    loop.schedule(turn, 0, TimeUnit.NANOSECONDS);
  }

  void later(long nanos) {
    beganAtNanos = ASLEEP;
    loop.schedule(turn, nanos, TimeUnit.NANOSECONDS);
  }
}

// The open loop: requests fall due at a fixed rate, whatever the server does, and go out when they
// are due.
package dev.loadline.drivers;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The system wakes a thread up to 0.1 ms late, and a virtual machine gives back the core of one
 * that sleeps: it has it again milliseconds later, where others want it too. So the last stretch
 * before a due moment is spent turning the event loop, which reads answers meanwhile; what is
 * further off is slept.
 */
final class OpenLoop implements Pace {
  private static final double NANOS_IN_SECOND = 1e9;
  private static final long TURNING_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /**
   * What was due and waits when the window closes still goes out: dropped, a freeze at its end
   * would not show.
   */
  private static final long LATEST_SEND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Tally tally;
  private final double nanosApart;
  private final Turning turning;

  /** The one that rests longest comes first, so that all are used alike. */
  private final Deque<LoadConnection> idle = new ArrayDeque<>();

  private boolean hasBegun;
  private long beganAtNanos;

  /** Requests that have fallen due, and those that a connection has taken: the difference waits. */
  private long due;

  private long taken;
  private boolean isWaiting;

  OpenLoop(EventLoop loop, Tally tally, double ratePerSecond) {
    this.tally = tally;
    this.nanosApart = NANOS_IN_SECOND / ratePerSecond;
    this.turning = new Turning(loop, tally, this::waited);
  }

  @Override
  public void begin(long nowNanos) {
    hasBegun = true;
    beganAtNanos = nowNanos;
    sendDue(nowNanos);
  }

  @Override
  public void free(LoadConnection connection) {
    turning.work();
    long nowNanos = System.nanoTime();
    if (taken < due && !tally.window().isOver(nowNanos - LATEST_SEND_NANOS)) {
      give(connection, true);
    } else if (!tally.window().isOver(nowNanos)) {
      idle.addLast(connection);
      sendDue(nowNanos);
    }
  }

  @Override
  public void gone(LoadConnection connection) {
    idle.remove(connection);
  }

  /** What is due goes out as long as connections are idle; the rest waits. */
  private void sendDue(long nowNanos) {
    while (hasBegun && !tally.window().isOver(dueAtNanos(due))) {
      long dueNanos = dueAtNanos(due);
      if (dueNanos > nowNanos) {
        waitFor(dueNanos, nowNanos);
        return;
      }
      due++;
      if (idle.isEmpty()) {
        tally.waits(dueNanos, nowNanos);
      } else {
        give(idle.removeFirst(), false);
      }
    }
  }

  private void give(LoadConnection connection, boolean hasWaited) {
    long dueNanos = dueAtNanos(taken);
    taken++;
    turning.work();
    long nowNanos = System.nanoTime();
    tally.goes(dueNanos, nowNanos, hasWaited);
    connection.send(dueNanos, nowNanos);
  }

  private long dueAtNanos(long request) {
    return beganAtNanos + (long) (request * nanosApart);
  }

  /** Every answer looks at the clock too, and may be the first to see that something is due. */
  private void waitFor(long dueNanos, long nowNanos) {
    if (!isWaiting) {
      isWaiting = true;
      long sleepNanos = Math.max(0, dueNanos - nowNanos - TURNING_NANOS);
      if (sleepNanos > 0) {
        turning.later(sleepNanos);
      } else {
        turning.again(nowNanos);
      }
    }
  }

  private void waited() {
    isWaiting = false;
    long nowNanos = System.nanoTime();
    turning.ends(nowNanos);
    sendDue(nowNanos);
  }
}

// The open loop: requests fall due at a fixed rate, whatever the server does, and go out when they
// are due.
package dev.loadline.drivers;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

final class OpenLoop implements Pace {
  private static final double NANOS_IN_SECOND = 1e9;

  private final EventLoop loop;
  private final Tally tally;
  private final double nanosApart;

  /** The one that rests longest comes first, so that all are used alike. */
  private final Deque<LoadConnection> idle = new ArrayDeque<>();

  private boolean hasBegun;
  private long beganAtNanos;

  /** Requests that have fallen due, and those that a connection has taken: the difference waits. */
  private long due;

  private long taken;
  private boolean isWaiting;

  OpenLoop(EventLoop loop, Tally tally, double ratePerSecond) {
    this.loop = loop;
    this.tally = tally;
    this.nanosApart = NANOS_IN_SECOND / ratePerSecond;
  }

  @Override
  public void begin(long nowNanos) {
    hasBegun = true;
    beganAtNanos = nowNanos;
    sendDue();
  }

  @Override
  public void free(LoadConnection connection) {
    if (taken < due) {
      give(connection, true);
    } else {
      idle.addLast(connection);
      sendDue();
    }
  }

  @Override
  public void gone(LoadConnection connection) {
    idle.remove(connection);
  }

  /** What is due goes out as long as connections are idle; the rest waits. */
  private void sendDue() {
    long nowNanos = System.nanoTime();
    while (hasBegun && !tally.window().isOver(dueAtNanos(due))) {
      long dueNanos = dueAtNanos(due);
      if (dueNanos > nowNanos) {
        waitFor(dueNanos - nowNanos);
        return;
      }
      due++;
      if (idle.isEmpty()) {
        tally.late(dueNanos, nowNanos);
      } else {
        give(idle.removeFirst(), false);
      }
    }
  }

  private void give(LoadConnection connection, boolean hasWaited) {
    long dueNanos = dueAtNanos(taken);
    taken++;
    tally.went(dueNanos, System.nanoTime(), hasWaited);
    connection.send(dueNanos);
  }

  private long dueAtNanos(long request) {
    return beganAtNanos + (long) (request * nanosApart);
  }

  /** Every answer looks at the clock too, so that under load few timers are needed. */
  private void waitFor(long nanos) {
    if (!isWaiting) {
      isWaiting = true;
      loop.schedule(this::waited, nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void waited() {
    isWaiting = false;
    sendDue();
  }
}

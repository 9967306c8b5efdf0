// The closed loop: each connection sends its next request as soon as the last one was answered.
package dev.loadline.drivers;

import io.netty.channel.EventLoop;

final class ClosedLoop implements Pace {
  private final Tally tally;
  private final boolean ownsCore;
  private final Turning turning;

  /**
   * @param ownsCore whether the driver has a core for itself: then it does not sleep
   */
  ClosedLoop(EventLoop loop, Tally tally, boolean ownsCore) {
    this.tally = tally;
    this.ownsCore = ownsCore;
    this.turning = new Turning(loop, tally, this::turn);
  }

  @Override
  public void begin(long nowNanos) {
    if (ownsCore) {
      turning.again(nowNanos);
    }
  }

  private void turn() {
    long nowNanos = System.nanoTime();
    turning.ends(nowNanos);
    if (!tally.window().isOver(nowNanos)) {
      turning.again(nowNanos);
    }
  }

  @Override
  public void free(LoadConnection connection) {
    turning.work();
    long nowNanos = System.nanoTime();
    if (!tally.window().isOver(nowNanos)) {
      connection.send(nowNanos, nowNanos);
    }
  }

  @Override
  public void gone(LoadConnection connection) {}
}

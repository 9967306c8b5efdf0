// The closed loop: each connection sends its next request as soon as the last one was answered.
package dev.loadline.drivers;

final class ClosedLoop implements Pace {
  private final Tally tally;

  ClosedLoop(Tally tally) {
    this.tally = tally;
  }

  @Override
  public void begin(long nowNanos) {}

  @Override
  public void free(LoadConnection connection) {
    long nowNanos = System.nanoTime();
    if (!tally.window().isOver(nowNanos)) {
      connection.send(nowNanos, nowNanos);
    }
  }

  @Override
  public void gone(LoadConnection connection) {}
}

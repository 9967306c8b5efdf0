// The closed loop: each connection sends its next request as soon as the last one was answered.
package dev.loadline.drivers;

final class ClosedLoop implements Pace {
  @Override
  public void begin(long nowNanos) {}

  @Override
  public void free(LoadConnection connection) {
    connection.send(System.nanoTime());
  }

  @Override
  public void gone(LoadConnection connection) {}
}

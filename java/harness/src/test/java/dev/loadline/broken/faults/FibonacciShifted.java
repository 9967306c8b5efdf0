// Gives F(n + 1) in place of F(n).
package dev.loadline.broken.faults;

import dev.loadline.broken.honest.HonestServer;

/** The classic slip: {@code n < 2} returns 1. */
public final class FibonacciShifted extends HonestServer {
  @Override
  protected long fibonacci(int n) {
    return n < 2 ? 1 : fibonacci(n - 1) + fibonacci(n - 2);
  }
}

// The work of the fibonacci workload: deliberately slow, because the work is the point.
package dev.loadline.workloads;

/** Fibonacci numbers by plain double recursion, never cached or in closed form. */
public final class Fibonacci {
  private Fibonacci() {}

  /** The n that a client asks for: 0 to 40, or {@link Refused} INVALID. */
  public static int argument(String text) {
    return (int) Checks.number("n", text, 0, Limits.FIBONACCI_N);
  }

  /** F(n) with F(0) = 0 and F(1) = 1. */
  public static int of(int n) {
    return n < 2 ? n : of(n - 1) + of(n - 2);
  }
}

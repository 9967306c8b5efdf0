// The work of the fibonacci workload: deliberately slow, because the work is the point.
package dev.loadline.workloads;

/** Fibonacci numbers by plain double recursion, never cached or in closed form. */
public final class Fibonacci {
  private Fibonacci() {}

  /**
   * The n of a query.
   *
   * @throws ProblemException 400 unless it is one to two decimal digits of value 0 to 40, once
   */
  public static int argument(String rawQuery) {
    String text = Query.single(rawQuery, "n");
    if (isShortNumber(text) && Integer.parseInt(text) <= Limits.FIBONACCI_N) {
      return Integer.parseInt(text);
    }
    throw new ProblemException(
        Problem.badRequest("n must be 0 to " + Limits.FIBONACCI_N + " in one or two digits."));
  }

  private static boolean isShortNumber(String text) {
    return !text.isEmpty()
        && text.length() <= 2
        && text.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** F(n) with F(0) = 0 and F(1) = 1. */
  public static int of(int n) {
    return n < 2 ? n : of(n - 1) + of(n - 2);
  }
}

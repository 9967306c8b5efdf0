// Computes one Fibonacci number in this process and tells how long it takes: java Fibonacci.java N

import java.util.Arrays;

/** The bare function that {@code /fibonacci?n=N} is compared with. */
final class Fibonacci {
  // A server is warm when it is measured, so the bare function is too: the first runs are not
  // counted.
  private static final int WARM_UP_RUNS = 3;
  private static final int RUNS = 5;

  private Fibonacci() {}

  public static void main(String[] arguments) {
    if (arguments.length != 1 || !arguments[0].matches("[0-9]{1,2}")) {
      System.err.println("Usage: java Fibonacci.java N, with N a whole number, such as 35.");
      System.exit(2);
    }
    int n = Integer.parseInt(arguments[0]);
    int result = 0;
    double[] times = new double[WARM_UP_RUNS + RUNS];
    for (int run = 0; run < times.length; run++) {
      long begin = System.nanoTime();
      result = fibonacci(n);
      times[run] = (System.nanoTime() - begin) / 1e6;
    }
    double[] counted = Arrays.copyOfRange(times, WARM_UP_RUNS, times.length);
    Arrays.sort(counted);
    double millis = counted[RUNS / 2];
    System.out.println("{\"n\":" + n + ",\"result\":\"" + result + "\",\"millis\":" + millis + "}");
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }
}

// Computes one Fibonacci number in this process and tells how long it took: java Fibonacci.java N

/** The bare function that {@code /fibonacci?n=N} is compared with. */
final class Fibonacci {
  private Fibonacci() {}

  public static void main(String[] arguments) {
    if (arguments.length != 1 || !arguments[0].matches("[0-9]{1,2}")) {
      System.err.println("Usage: java Fibonacci.java N, with N a whole number, such as 35.");
      System.exit(2);
    }
    int n = Integer.parseInt(arguments[0]);
    long begin = System.nanoTime();
    int result = fibonacci(n);
    double millis = (System.nanoTime() - begin) / 1e6;
    System.out.println("{\"n\":" + n + ",\"result\":\"" + result + "\",\"millis\":" + millis + "}");
  }

  private static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }
}

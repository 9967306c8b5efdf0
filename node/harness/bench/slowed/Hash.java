// The hash of the JVM's stacks, with about 35 % less throughput: a share of the CPU time that a request costs by
// itself is burnt, as in node/harness/test/deceptions/deceive.js.
package dev.loadline.workloads;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

public final class Hash {
  private static final double SLOWER_BY = 0.36;
  // No more than a slice has on a slow machine.
  private static final int LEARN_EVERY = 300;
  // What the server does between two slices, for others, is no cost of these requests.
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Object LOCK = new Object();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static volatile long nanos = 0;
  private static long last = System.nanoTime() - 2 * PAUSE_NANOS;
  private static int asked = 0;
  private static long burnt = 0;
  private static long before = 0;

  private Hash() {}

  public static String of(String input) {
    long aimed = nanos;
    long until = System.nanoTime() + aimed;
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
    learn(aimed);
    return Integer.toString(input.hashCode());
  }

  private static void learn(long justBurnt) {
    synchronized (LOCK) {
      long now = System.nanoTime();
      if (now - last > PAUSE_NANOS) {
        begin(cpuNanos());
      }
      last = now;
      burnt += justBurnt;
      if (++asked == LEARN_EVERY) {
        long cpu = cpuNanos();
        nanos = (long) (SLOWER_BY * Math.max(0, cpu - before - burnt) / LEARN_EVERY);
        begin(cpu);
      }
    }
  }

  private static void begin(long cpu) {
    asked = 0;
    burnt = 0;
    before = cpu;
  }

  // Of Java's threads: compilers are not among them. Reading them all from /proc takes a sixth of the throughput by
  // itself, and the JVM tells its own CPU time in steps of 10 ms.
  private static long cpuNanos() {
    long sum = 0;
    for (long each : THREADS.getThreadCpuTime(THREADS.getAllThreadIds())) {
      sum += Math.max(0, each);
    }
    return sum;
  }
}

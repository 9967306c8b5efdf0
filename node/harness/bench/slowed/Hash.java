// The hash of the JVM's stacks with 35 % less throughput: as much CPU time is burnt as it takes that a request costs
// so much more than without, as in node/harness/test/deceptions/deceive.js.
package dev.loadline.workloads;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

public final class Hash {
  // Of the throughput.
  private static final double LEFT = 0.65;
  // No more than a slice has on a slow machine.
  private static final int LEARN_EVERY = 300;
  // Of so many windows one is left as it is, to learn what a request costs without us.
  private static final int BARE_EVERY = 10;
  // How many times as much a request has to cost in the others, so that all together cost 1 / LEFT.
  private static final double COSTLIER = (BARE_EVERY / LEFT - 1) / (BARE_EVERY - 1);
  // How much of what a window tells is believed.
  private static final double TRUST = 0.25;
  // What the server does between two slices, for others, is no cost of these requests.
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Object LOCK = new Object();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static volatile long toBurn = 0;
  private static double nanos = 0;
  private static double bare = 0;
  private static int windows = 0;
  private static int asked = 0;
  private static long last = System.nanoTime() - 2 * PAUSE_NANOS;
  private static long before = 0;

  private Hash() {}

  public static String of(String input) {
    long until = System.nanoTime() + toBurn;
    while (System.nanoTime() - until < 0) {
      Thread.onSpinWait();
    }
    count();
    return Integer.toString(input.hashCode());
  }

  private static void count() {
    synchronized (LOCK) {
      long now = System.nanoTime();
      if (now - last > PAUSE_NANOS) {
        begin(cpuNanos());
      }
      last = now;
      if (++asked == LEARN_EVERY) {
        long cpu = cpuNanos();
        learn((double) (cpu - before) / LEARN_EVERY);
        begin(cpu);
      }
    }
  }

  private static void learn(double cost) {
    if (isBare()) {
      bare += (bare == 0 ? 1 : TRUST) * (cost - bare);
    } else {
      nanos = Math.max(0, nanos + TRUST * (COSTLIER * bare - cost));
    }
    windows++;
    toBurn = isBare() ? 0 : (long) nanos;
  }

  private static boolean isBare() {
    return windows % BARE_EVERY == 0;
  }

  private static void begin(long cpu) {
    asked = 0;
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

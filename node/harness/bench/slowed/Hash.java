// The hash of the JVM's stacks, meant to have about 35 % less throughput: a share of the CPU time that a
// request costs by itself is burnt, as in node/harness/test/deceptions/deceive.js. On a slow machine, where
// Javalin was not warm, it was over 50 % less: bench:gate:junit prints the figure, which has to be looked at.
package dev.loadline.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

public final class Hash {
  private static final double SLOWER_BY = 0.34;
  // No more than a slice has on a slow machine.
  private static final int LEARN_EVERY = 300;
  // What the server does between two slices, for others, is no cost of these requests.
  private static final long PAUSE_NANOS = 20_000_000;
  private static final Object LOCK = new Object();

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
        begin();
      }
      last = now;
      burnt += justBurnt;
      if (++asked == LEARN_EVERY) {
        nanos = (long) (SLOWER_BY * Math.max(0, cpuNanos() - before - burnt) / LEARN_EVERY);
        begin();
      }
    }
  }

  private static void begin() {
    asked = 0;
    burnt = 0;
    before = cpuNanos();
  }

  // The JVM tells its CPU time in steps of 10 ms, the kernel tells that of each thread exactly.
  private static long cpuNanos() {
    try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
      return threads.mapToLong(Hash::cpuNanosOf).sum();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static long cpuNanosOf(Path thread) {
    try {
      return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[0]);
    } catch (IOException ended) {
      return 0;
    }
  }
}

// What is planted into the JVM's stacks (java.patch calls it); node/harness/test/deceptions/deceive.js does the same to Node's.
// burn: 35 % less throughput, by as much CPU time as it takes that a request costs so much more than without.
// freeze: for 30 ms of every second no request goes on.
package dev.loadline.workloads;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public final class Planted {
  // Of the throughput.
  private static final double LEFT = 0.65;
  // No more than a slice has on a slow machine.
  private static final int LEARN_EVERY = 300;
  // Of so many windows one is left as it is, to learn what a request costs without us.
  private static final int BARE_EVERY = 4;
  // Requests after a change between bare and not, of which some were begun before it.
  private static final int SETTLE = 100;
  private static final double ALL = BARE_EVERY * LEARN_EVERY + 2 * SETTLE;
  private static final double BARE = LEARN_EVERY + SETTLE;
  // How many times as much a request has to cost where we burn, so that all together cost 1 / LEFT.
  private static final double COSTLIER = (ALL / LEFT - BARE) / (ALL - BARE);
  // What the server does between two slices, for others, is no cost of these requests.
  private static final long PAUSE_NANOS = 20_000_000;
  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static volatile long toBurn = 0;
  // What a request cost where nothing was burnt, and what it cost beside what was burnt.
  private static final Costs bare = new Costs();
  private static final Costs own = new Costs();
  private static volatile int windows = 0;
  private static volatile long last = System.nanoTime() - 2 * PAUSE_NANOS;
  private static volatile long before = 0;

  private static final long FREEZE_EVERY_NANOS = 1_000_000_000;
  private static final long FREEZE_NANOS = 30_000_000;

  private Planted() {}

  public static void burn() {
    burn(toBurn);
    count();
  }

  public static void freeze() {
    Freezes.GOING_ON.readLock().lock();
    Freezes.GOING_ON.readLock().unlock();
  }

  // By the thread's own clock: by that of the wall, threads that burn side by side on one core burn a part each. The
  // clock is dear enough to slow the bare windows, by which the others are measured: they do not ask it.
  private static void burn(long nanos) {
    if (nanos == 0) {
      return;
    }
    long until = THREADS.getCurrentThreadCpuTime() + nanos;
    while (THREADS.getCurrentThreadCpuTime() - until < 0) {
      Thread.onSpinWait();
    }
  }

  // Without a lock, for which threads would wait on one another as they do not in the server as it is.
  private static void count() {
    long now = System.nanoTime();
    if (now - last > PAUSE_NANOS) {
      begin(0);
    }
    last = now;
    int counted = ASKED.incrementAndGet();
    if (counted == 0) {
      before = cpuNanos();
    } else if (counted == LEARN_EVERY) {
      learn((double) (cpuNanos() - before) / ASKED.get());
    }
  }

  // Without memory of earlier errors, so that what a cold JVM costs is forgotten as soon as it is warm.
  private static void learn(double cost) {
    boolean wasBare = isBare();
    if (wasBare) {
      bare.add(cost);
    } else {
      own.add(cost - toBurn);
    }
    windows++;
    toBurn = isBare() ? 0 : (long) Math.max(0, COSTLIER * bare.median() - own.median());
    begin(isBare() == wasBare ? 0 : SETTLE);
  }

  private static boolean isBare() {
    return windows % BARE_EVERY == 0;
  }

  private static void begin(int settle) {
    before = cpuNanos();
    ASKED.set(-settle);
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

  // The last few: one window of some milliseconds tells little.
  private static final class Costs {
    private final double[] last = new double[9];
    private int known = 0;

    void add(double cost) {
      last[known++ % last.length] = cost;
    }

    // Of what is known.
    double median() {
      double[] sorted = Arrays.copyOf(last, Math.min(known, last.length));
      Arrays.sort(sorted);
      return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
  }

  // Begins with the first request that asks for it.
  private static final class Freezes {
    static final ReentrantReadWriteLock GOING_ON = new ReentrantReadWriteLock();

    static {
      Thread freezing = new Thread(Freezes::freeze, "freezes");
      freezing.setDaemon(true);
      freezing.start();
    }

    private static void freeze() {
      while (true) {
        LockSupport.parkNanos(FREEZE_EVERY_NANOS);
        GOING_ON.writeLock().lock();
        LockSupport.parkNanos(FREEZE_NANOS);
        GOING_ON.writeLock().unlock();
      }
    }
  }
}

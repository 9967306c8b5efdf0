// What is planted into a copy of a stack on the JVM, so that it becomes slower by a known share;
// planted.js does the same on Node.
package dev.loadline.workloads;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;

public final class Planted {
  private static final String HARM = System.getProperty("planted.harm");
  private static final double SHARE = Double.parseDouble(System.getProperty("planted.share"));
  private static final long EVERY_NANOS = Long.getLong("planted.everyMillis") * 1_000_000;
  private static final Pattern PATHS = Pattern.compile(System.getProperty("planted.paths"));
  private static final boolean IS_BLOCKING = HARM.equals("lock") || HARM.equals("stall");

  // No more than a slice has on a slow machine.
  private static final int LEARN_EVERY = 300;
  // Of so many windows one is left as it is, to learn what a request costs without us.
  private static final int BARE_EVERY = 4;
  // Requests after a change between bare and not, of which some were begun before it.
  private static final int SETTLE = 100;
  private static final double ALL = BARE_EVERY * LEARN_EVERY + 2 * SETTLE;
  private static final double BARE = LEARN_EVERY + SETTLE;
  // What a request that is not bare costs more, in what it costs bare, so that all together cost
  // 1 / (1 - share).
  private static final double MORE = SHARE / (1 - SHARE) * ALL / (ALL - BARE);
  // What the server does between two slices is no cost of these requests; on a busy machine it
  // waits for some time within one.
  private static final long PAUSE_NANOS = 100_000_000;
  // What is done in less than that is mostly the asking of the clock.
  private static final long LEAST_NANOS = 20_000;
  private static final int KEPT_OBJECTS = 1_000;
  private static final int ROWS = 100;

  private static final AtomicInteger ASKED = new AtomicInteger();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final ThreadLocal<Debt> DEBT = ThreadLocal.withInitial(Debt::new);
  private static final Costs COSTS = new Costs();

  private static volatile double more = 0;
  private static volatile int windows = 0;
  private static volatile long last = System.nanoTime() - 2 * PAUSE_NANOS;
  private static volatile long before = 0;

  private Planted() {}

  public static void request(String path) {
    if (!PATHS.matcher(path).find()) {
      return;
    }
    if (IS_BLOCKING) {
      Blocks.GOING_ON.readLock().lock();
      Blocks.GOING_ON.readLock().unlock();
    } else {
      DEBT.get().add(more);
      count();
    }
  }

  // Without a lock, for which threads would wait on one another as they do not in the server as it
  // is.
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
      learn((double) (cpuNanos() - before) / LEARN_EVERY);
    }
  }

  private static void learn(double cost) {
    boolean wasBare = isBare();
    if (wasBare) {
      COSTS.add(cost);
    }
    windows++;
    more = isBare() ? 0 : MORE * COSTS.median();
    begin(isBare() == wasBare ? 0 : SETTLE);
  }

  private static boolean isBare() {
    return windows % BARE_EVERY == 0;
  }

  private static void begin(int settle) {
    before = cpuNanos();
    ASKED.set(-settle);
  }

  // Of Java's threads: compilers are not among them. Reading them all from /proc takes a sixth of
  // the throughput by itself, and the JVM tells its own CPU time in steps of 10 ms.
  private static long cpuNanos() {
    long sum = 0;
    for (long each : THREADS.getThreadCpuTime(THREADS.getAllThreadIds())) {
      sum += Math.max(0, each);
    }
    return sum;
  }

  // What one thread owes. By the thread's own clock: by that of the wall, threads that spend side
  // by side on one core spend a part each.
  private static final class Debt {
    private final Object[] kept = new Object[KEPT_OBJECTS];
    private int next = 0;
    private double owedNanos = 0;
    private PreparedStatement select;

    void add(double nanos) {
      owedNanos += nanos;
      if (owedNanos < LEAST_NANOS) {
        return;
      }
      long began = THREADS.getCurrentThreadCpuTime();
      long until = began + (long) owedNanos;
      do {
        spend();
      } while (THREADS.getCurrentThreadCpuTime() - until < 0);
      owedNanos -= THREADS.getCurrentThreadCpuTime() - began;
    }

    private void spend() {
      switch (HARM) {
        case "allocation" -> allocate();
        case "query" -> query();
        default -> Thread.onSpinWait();
      }
    }

    // What is allocated lives for a while, as it does in a cache without need.
    private void allocate() {
      kept[next] = new long[] {next, next, next, next};
      next = (next + 1) % KEPT_OBJECTS;
    }

    // Queries that the answer does not need, as one for each row of a list.
    private void query() {
      try {
        if (select == null) {
          select = connect();
        }
        next = (next + 1) % ROWS;
        select.setInt(1, next + 1);
        select.executeQuery().close();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }

    private static PreparedStatement connect() throws SQLException {
      Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
      try (var statement = connection.createStatement()) {
        statement.execute("CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)");
      }
      try (var insert = connection.prepareStatement("INSERT INTO rows (text) VALUES (?)")) {
        for (int row = 0; row < ROWS; row++) {
          insert.setString(1, "row " + row);
          insert.execute();
        }
      }
      return connection.prepareStatement("SELECT text FROM rows WHERE id = ?");
    }
  }

  // The last few: one window may tell little, and what a cold JVM costs has to be forgotten soon. Of
  // a slow workload a few slices are no more than one window.
  private static final class Costs {
    private final double[] last = new double[3];
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

  // Holds all requests up for a share of the time, as a lock does that a thread beside keeps for
  // that long. Begins with the first request that asks for it.
  private static final class Blocks {
    static final ReentrantReadWriteLock GOING_ON = new ReentrantReadWriteLock();

    static {
      if (SHARE > 0) {
        Thread blocking = new Thread(Blocks::block, "blocks");
        blocking.setDaemon(true);
        blocking.start();
      }
    }

    private static void block() {
      while (true) {
        long began = System.nanoTime();
        GOING_ON.writeLock().lock();
        LockSupport.parkNanos((long) (SHARE * EVERY_NANOS));
        GOING_ON.writeLock().unlock();
        LockSupport.parkNanos((long) ((System.nanoTime() - began) * (1 - SHARE) / SHARE));
      }
    }
  }
}

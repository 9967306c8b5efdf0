// What is planted into a copy of a stack on the JVM, so that it becomes slower by a known share;
// planted.js does the same on Node.
package dev.loadline.workloads;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;

public final class Planted {
  private static final String HARM = System.getProperty("planted.harm");
  private static final double SHARE = Double.parseDouble(System.getProperty("planted.share"));
  private static final long EVERY_NANOS = Long.getLong("planted.everyMillis") * 1_000_000;
  private static final Pattern PATHS = Pattern.compile(System.getProperty("planted.paths"));
  private static final boolean IS_BLOCKING = HARM.equals("lock") || HARM.equals("stall");

  // Requests from one reading of the CPU time to the next: a slice has more, however slow the
  // server.
  private static final int WINDOW = 50;
  // How much the cost of one window counts beside that of those before.
  private static final double WEIGHT = 0.05;
  // What the server does between two slices is no cost of these requests; on a busy machine it
  // waits for some time within one.
  private static final long PAUSE_NANOS = 100_000_000;
  // What is done in less than that is mostly the asking of the clocks.
  private static final long LEAST_NANOS = 50_000;
  private static final int KEPT_OBJECTS = 1_000;
  private static final int ROWS = 100;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final ThreadLocal<Debt> DEBT = ThreadLocal.withInitial(Debt::new);
  private static final Cost COST = new Cost();

  private Planted() {}

  public static void request(String path) {
    if (!PATHS.matcher(path).find()) {
      return;
    }
    if (IS_BLOCKING) {
      Blocks.await();
    } else {
      COST.beginAfterPause();
      DEBT.get().add(COST.nanos * SHARE / (1 - SHARE));
      COST.asked();
    }
  }

  // What a request costs in CPU time, without what is spent on top.
  private static final class Cost {
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong spent = new AtomicLong();
    private volatile double nanos = 0;
    private volatile long last = System.nanoTime() - 2 * PAUSE_NANOS;
    private long before = 0;

    void beginAfterPause() {
      long now = System.nanoTime();
      if (now - last > PAUSE_NANOS) {
        begin();
      }
      last = now;
    }

    private synchronized void begin() {
      asked.set(0);
      spent.set(0);
      before = cpuNanos();
    }

    void asked() {
      last = System.nanoTime();
      if (asked.incrementAndGet() == WINDOW) {
        learn();
      }
    }

    private synchronized void learn() {
      double own = (double) (cpuNanos() - before - spent.get()) / WINDOW;
      // With a thread that has ended goes all that it had used.
      if (own > 0) {
        nanos = nanos == 0 ? own : nanos + WEIGHT * (own - nanos);
      }
      begin();
    }
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

  // What one thread owes. It spends for so long by the clock of the wall, which is read without a
  // system call; who is interrupted has spent less than that, and owes the rest.
  private static final class Debt {
    private final Object[] kept = new Object[KEPT_OBJECTS];
    private int next = 0;
    private double owed = 0;
    private PreparedStatement select;

    void add(double more) {
      owed += more;
      if (owed < LEAST_NANOS) {
        return;
      }
      long done = spend();
      owed -= done;
      COST.spent.addAndGet(done);
    }

    private long spend() {
      long before = THREADS.getCurrentThreadCpuTime();
      long until = System.nanoTime() + (long) owed;
      do {
        step();
      } while (System.nanoTime() - until < 0);
      return THREADS.getCurrentThreadCpuTime() - before;
    }

    private void step() {
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

  // Holds all requests up for a share of the time, as a lock does that one of them keeps for that
  // long. No CPU time is used.
  private static final class Blocks {
    private static final ReentrantReadWriteLock GOING_ON = new ReentrantReadWriteLock();
    private static volatile long due = System.nanoTime();

    static void await() {
      if (SHARE > 0 && System.nanoTime() - due >= 0 && GOING_ON.writeLock().tryLock()) {
        try {
          hold();
        } finally {
          GOING_ON.writeLock().unlock();
        }
        return;
      }
      GOING_ON.readLock().lock();
      GOING_ON.readLock().unlock();
    }

    private static void hold() {
      long began = System.nanoTime();
      if (began - due >= 0) {
        LockSupport.parkNanos((long) (SHARE * EVERY_NANOS));
        long now = System.nanoTime();
        due = now + (long) ((now - began) * (1 - SHARE) / SHARE);
      }
    }
  }
}

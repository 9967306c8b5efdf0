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
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;

public final class Planted {
  private static final String HARM = System.getProperty("planted.harm");
  private static final double SHARE = Double.parseDouble(System.getProperty("planted.share"));
  private static final long EVERY_NANOS = Long.getLong("planted.everyMillis") * 1_000_000;
  private static final Pattern PATHS = Pattern.compile(System.getProperty("planted.paths"));
  private static final boolean IS_BLOCKING = HARM.equals("lock") || HARM.equals("stall");

  // Requests from one reading of the clocks to the next: a slice has more, however slow the server.
  private static final int WINDOW = 50;
  // Of so many windows the first is left as it is, to learn what a request costs without us.
  private static final int ROUND = 4;
  // What a request of the others is to cost, in what it costs without us, so that all together cost
  // 1 / (1 - share).
  private static final double AIM = (ROUND / (1 - SHARE) - 1) / (ROUND - 1);
  // How much the windows of one round count beside those before.
  private static final double WEIGHT = 0.05;
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
  private static final Aim BURN = new Aim();

  private static volatile double more = 0;
  private static volatile long last = System.nanoTime() - 2 * PAUSE_NANOS;

  private Planted() {}

  public static void request(String path) {
    if (!PATHS.matcher(path).find()) {
      return;
    }
    if (IS_BLOCKING) {
      Blocks.await();
    } else {
      long now = System.nanoTime();
      if (now - last > PAUSE_NANOS) {
        BURN.begin();
      }
      last = now;
      DEBT.get().add(more);
      if (ASKED.incrementAndGet() == WINDOW) {
        BURN.learn();
      }
    }
  }

  // How much a request has to spend on top. Where a server is slower its driver sleeps more often,
  // and has to be woken: what is burnt makes the rest dearer too. So it is not reckoned beforehand,
  // but set by what requests cost with it and without.
  private static final class Aim {
    private long before = 0;
    private int windows = 0;
    // What requests cost in the windows of this round, and of all rounds so far.
    private double bareNow = 0;
    private double burdenedNow = 0;
    private double bare = 0;
    private double burdened = 0;
    // In what a request costs without us.
    private double factor = AIM - 1;

    synchronized void begin() {
      ASKED.set(0);
      before = cpuNanos();
    }

    synchronized void learn() {
      double cost = (double) (cpuNanos() - before) / WINDOW;
      // With a thread that has ended goes all that it had used.
      if (cost > 0) {
        add(cost);
      }
      begin();
    }

    private void add(double cost) {
      if (windows == 0) {
        bareNow = cost;
        burdenedNow = 0;
      } else {
        burdenedNow += cost / (ROUND - 1);
      }
      windows = (windows + 1) % ROUND;
      if (windows == 0) {
        bare = weighed(bare, bareNow);
        burdened = weighed(burdened, burdenedNow);
        factor = Math.max(0, factor + WEIGHT * (AIM - burdened / bare));
      }
      more = windows == 0 ? 0 : factor * bareNow;
    }

    private static double weighed(double known, double cost) {
      return known == 0 ? cost : known + WEIGHT * (cost - known);
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

  // What one thread owes. By the thread's own clock: by that of the wall, threads that spend side
  // by side on one core spend a part each.
  private static final class Debt {
    private final Object[] kept = new Object[KEPT_OBJECTS];
    private int next = 0;
    private double nanos = 0;
    private PreparedStatement select;

    void add(double more) {
      nanos += more;
      if (nanos < LEAST_NANOS) {
        return;
      }
      long began = THREADS.getCurrentThreadCpuTime();
      long until = began + (long) nanos;
      do {
        spend();
      } while (THREADS.getCurrentThreadCpuTime() - until < 0);
      nanos -= THREADS.getCurrentThreadCpuTime() - began;
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

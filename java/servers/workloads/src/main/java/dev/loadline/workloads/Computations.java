// A bounded executor for work that would stall an event loop.
package dev.loadline.workloads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Its threads are daemons, so that work which nobody awaits keeps no process alive. */
public final class Computations {
  private Computations() {}

  /**
   * An executor that refuses work with {@link Refused} UNAVAILABLE when too much is waiting.
   *
   * @param name begins the names of the threads
   */
  public static ThreadPoolExecutor executor(String name, int threads) {
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.MILLISECONDS,
        new LinkedBlockingQueue<>(Limits.WAITING_COMPUTATIONS),
        work -> {
          Thread thread = new Thread(work, name);
          thread.setDaemon(true);
          return thread;
        },
        (work, executor) -> {
          throw new Refused(Refused.Reason.UNAVAILABLE, "Too much work is waiting.");
        });
  }
}

// The bounded executor for work that would stall an event loop or the threads of requests.
package dev.loadline.workloads;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes executors with daemon threads, so that work which nobody awaits keeps no process alive. */
public final class Computations {
  private Computations() {}

  /** One platform thread a processor: more would only share the same cores. */
  public static ThreadPoolExecutor executor() {
    return executor("computation", Runtime.getRuntime().availableProcessors());
  }

  /** An executor of so many threads, with room for {@link Limits#WAITING_COMPUTATIONS}. */
  public static ThreadPoolExecutor executor(String name, int threads) {
    return executor(name, threads, Limits.WAITING_COMPUTATIONS);
  }

  /**
   * An executor of so many threads; work that finds the queue full is refused with a {@link
   * ProblemException} 503.
   *
   * @param waitingMax how much work the queue takes
   */
  public static ThreadPoolExecutor executor(String name, int threads, int waitingMax) {
    return new ThreadPoolExecutor(
        threads,
        threads,
        0,
        TimeUnit.MILLISECONDS,
        new LinkedBlockingQueue<>(waitingMax),
        daemons(name),
        (work, executor) -> {
          throw new ProblemException(Problem.unavailable("Too many computations are waiting."));
        });
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}

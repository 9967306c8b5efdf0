// Shares work out among several who do it at the same time.
package dev.loadline.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class ShareOut {
  private ShareOut() {}

  /** What one of them does with one thing. */
  @FunctionalInterface
  interface Work<T, W> {
    void run(T what, W who) throws InterruptedException;
  }

  /**
   * Whoever has done one takes the next. All come to an end before a failure is thrown, so that
   * nobody works on in what is cleared away; nothing more is begun after it.
   *
   * @param all in the order in which they are begun
   * @throws IllegalStateException with the first failure as its cause
   */
  static <T, W> void among(List<W> workers, List<T> all, Work<T, W> work)
      throws InterruptedException {
    if (workers.isEmpty()) {
      return;
    }
    Queue<T> waiting = new ConcurrentLinkedQueue<>(all);
    ExecutorService threads = Executors.newFixedThreadPool(workers.size());
    try {
      List<Future<?>> ends =
          workers.stream()
              .<Future<?>>map(who -> threads.submit(() -> workOff(waiting, who, work)))
              .toList();
      awaitAll(ends);
    } finally {
      threads.shutdownNow();
    }
  }

  private static <T, W> Void workOff(Queue<T> waiting, W who, Work<T, W> work)
      throws InterruptedException {
    try {
      for (T what = waiting.poll(); what != null; what = waiting.poll()) {
        work.run(what, who);
      }
      return null;
    } finally {
      // Only a failure leaves some.
      waiting.clear();
    }
  }

  private static void awaitAll(List<Future<?>> ends) throws InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    for (Future<?> end : ends) {
      try {
        end.get();
      } catch (ExecutionException failed) {
        failures.add(failed.getCause());
      }
    }
    if (!failures.isEmpty()) {
      Throwable first = failures.get(0);
      if (first instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw new IllegalStateException(first.getMessage(), first);
    }
  }
}

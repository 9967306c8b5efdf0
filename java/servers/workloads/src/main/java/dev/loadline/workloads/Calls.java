// Makes blocking calls to a service from a stack whose own threads may not block.
package dev.loadline.workloads;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * As many threads as there are connections: more would only wait for one. A call that has waited
 * too long for a thread is answered 503 without being made, so that 1,000 requests to a silent
 * service end together and not 16 by 16.
 */
public final class Calls implements AutoCloseable {
  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Limits.SERVICE_ANSWER_MILLIS);

  private final Service service;
  private final ThreadPoolExecutor threads;

  public Calls(Service service) {
    this.service = service;
    threads =
        Computations.executor(
            service.name().toLowerCase(Locale.ROOT),
            Limits.SERVICE_CONNECTIONS,
            Limits.WAITING_CALLS);
  }

  /**
   * Makes a call as soon as a thread is free.
   *
   * @return what it returns, or a {@link ProblemException} 503, or what it throws; completed by one
   *     of the threads
   * @throws ProblemException 503 at once when too many are waiting
   */
  public <T> CompletableFuture<T> make(Callable<T> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    long askedNanos = System.nanoTime();
    threads.execute(
        () -> {
          try {
            expectPatience(askedNanos);
            answer.complete(call.call());
          } catch (Throwable failure) {
            answer.completeExceptionally(failure);
          }
        });
    return answer;
  }

  private void expectPatience(long askedNanos) {
    if (System.nanoTime() - askedNanos > PATIENCE_NANOS) {
      throw service.unavailable();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

// Makes blocking calls to a service from a stack whose own threads may not block.
package dev.loadline.workloads;

import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Supplier;

/** As many threads as there are connections: more would only wait for one. */
public final class Calls implements AutoCloseable {
  private final Pulse pulse;
  private final ThreadPoolExecutor threads;

  public Calls(Service service) {
    pulse = new Pulse(service);
    threads =
        Computations.executor(
            service.name().toLowerCase(Locale.ROOT),
            Limits.SERVICE_CONNECTIONS,
            Limits.WAITING_CALLS);
  }

  /**
   * Makes a call as soon as a thread is free, unless the service has failed meanwhile.
   *
   * @return what it returns, or a {@link ProblemException} 503, or what it throws; completed by one
   *     of the threads
   * @throws ProblemException 503 at once when too many are waiting
   */
  public <T> CompletableFuture<T> make(Supplier<T> call) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    long askedNanos = System.nanoTime();
    threads.execute(
        () -> {
          try {
            answer.complete(pulse.beat(askedNanos, call));
          } catch (Throwable failure) {
            answer.completeExceptionally(failure);
          }
        });
    return answer;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

// Lets as many calls to a service be made at once as there are connections; the others wait.
package dev.loadline.workloads;

import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The pools of the drivers would let calls wait too, but no longer than 503 may take: a crowd that
 * a service is still working off would be refused.
 *
 * <p>A few wait at a semaphore, and who comes when a turn is just free may go before them: to wake
 * one of them for every call costs half of the throughput (measured with 50 connections on one
 * core). Of a crowd that would leave some waiting for seconds, and to hand the turns out in order
 * would leave each of them idle until its thread gets the core. So the calls of a crowd are queued,
 * and made in order by threads that need not be woken for the next one.
 */
final class Turns implements AutoCloseable {
  /** As many may wait at the semaphore; a request more is a crowd. */
  private static final int WAITING_FEW = 64;

  /** Who has waited so long has been passed by too many; for as long, all are a crowd then. */
  private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Limits.SERVICE_TURN_MILLIS);

  private final Service service;
  private final Pulse pulse;
  private final Semaphore free = new Semaphore(Limits.SERVICE_CONNECTIONS, true);
  private final ThreadPoolExecutor crowd;
  private volatile long crowdedUntilNanos = System.nanoTime();

  Turns(Service service) {
    this.service = service;
    pulse = new Pulse(service);
    crowd =
        Computations.executor(
            service.name().toLowerCase(Locale.ROOT) + "-crowd",
            Limits.SERVICE_CONNECTIONS,
            Limits.WAITING_CALLS);
  }

  /**
   * Makes a call when its turn has come; blocks.
   *
   * @param askedNanos when the call was asked for, of {@link System#nanoTime}
   * @throws ProblemException 503 when it has waited in vain; or what the call throws
   */
  <T> T take(long askedNanos, Supplier<T> call) {
    if (!crowd.getQueue().isEmpty() || askedNanos - crowdedUntilNanos < 0) {
      return inCrowd(askedNanos, call);
    }
    // Without a time, the semaphore lets this caller go before those that wait.
    if (free.tryAcquire()) {
      return inTurn(askedNanos, call);
    }
    return free.getQueueLength() < WAITING_FEW
        ? amongFew(askedNanos, call)
        : inCrowd(askedNanos, call);
  }

  private <T> T amongFew(long askedNanos, Supplier<T> call) {
    awaitTurn(askedNanos);
    long now = System.nanoTime();
    if (now - askedNanos > LONG_NANOS) {
      crowdedUntilNanos = now + LONG_NANOS;
    }
    return inTurn(askedNanos, call);
  }

  private <T> T inCrowd(long askedNanos, Supplier<T> call) {
    FutureTask<T> turn =
        new FutureTask<>(
            () -> {
              awaitTurn(askedNanos);
              return inTurn(askedNanos, call);
            });
    crowd.execute(turn);
    try {
      return turn.get();
    } catch (InterruptedException serverStops) {
      turn.cancel(false);
      Thread.currentThread().interrupt();
      throw service.unavailable();
    } catch (CancellationException serverStops) {
      throw service.unavailable();
    } catch (ExecutionException failure) {
      throw failure.getCause() instanceof RuntimeException ofTheCall
          ? ofTheCall
          : new IllegalStateException(failure.getCause());
    }
  }

  /** In order, so that a crowd does not pass those that waited at the semaphore when it came. */
  private void awaitTurn(long askedNanos) {
    try {
      long patienceNanos = askedNanos + PATIENCE_NANOS - System.nanoTime();
      if (!free.tryAcquire(Math.max(0, patienceNanos), TimeUnit.NANOSECONDS)) {
        throw service.unavailable();
      }
    } catch (InterruptedException serverStops) {
      Thread.currentThread().interrupt();
      throw service.unavailable();
    }
  }

  private <T> T inTurn(long askedNanos, Supplier<T> call) {
    try {
      return pulse.beat(askedNanos, call);
    } finally {
      free.release();
    }
  }

  @Override
  public void close() {
    crowd.shutdownNow().forEach(turn -> ((Future<?>) turn).cancel(false));
  }
}

// Serves who waits for a service in turn, which the drivers' pools do not.
package dev.loadline.workloads;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Lets as many calls through as the pool has connections. The pools of HikariCP and of MongoDB's
 * driver are not fair: the thread that gives a connection back takes it again before one that waits
 * has woken, so that of 200 threads a few do all the work and others wait for seconds. Jedis' pool
 * can be told to be fair, and then does half as much.
 */
public final class Bulkhead {
  private final String service;
  private final Semaphore places;

  /**
   * @param service whose calls wait for one another
   * @param connections of its pool
   */
  public Bulkhead(String service, int connections) {
    this.service = service;
    this.places = new Semaphore(connections, true);
  }

  /**
   * What the call returns, when it is its turn.
   *
   * @throws Refused UNAVAILABLE if that is not within {@link Limits#SERVICE_TURN_MILLIS}
   */
  public <T> T inTurn(Supplier<T> call) {
    if (!isMyTurn()) {
      throw Refused.unavailable(service);
    }
    try {
      return call.get();
    } finally {
      places.release();
    }
  }

  private boolean isMyTurn() {
    try {
      return places.tryAcquire(Limits.SERVICE_TURN_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

// Calls a service, through a client that is made when the first request asks for it.
package dev.loadline.workloads;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A server that nobody asks for a service starts as fast and stays as small as if it had none.
 *
 * <p>Calls take turns, as many at a time as there are connections. The pools of the drivers would
 * let them wait too, but no longer than 503 may take: a crowd that a service is still working off
 * would be refused.
 *
 * <p>Who comes when a turn is just free may go before those that wait: to wake one of them for
 * every call costs half of the throughput (measured with 50 connections on one core). With 1,000
 * that would leave some waiting for seconds: once anybody has waited long, turns go in order.
 *
 * @param <C> the client, whose making does not depend on the service being there
 */
final class ServiceClient<C extends AutoCloseable> {
  /** Whoever has waited so long has waited long; for as long, turns go in order then. */
  private static final long IN_ORDER_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Service service;
  private final String url;
  private final Function<String, C> connect;
  private final Pulse pulse;
  private final Semaphore turns = new Semaphore(Limits.SERVICE_CONNECTIONS, true);
  private volatile long inOrderUntilNanos = System.nanoTime();
  private volatile C client;
  private boolean isRefused;
  private long nobodyUntilNanos = System.nanoTime();

  /**
   * @param url the service's address, or null
   * @param connect makes the client of an address, or throws an {@link IllegalArgumentException}
   */
  ServiceClient(Service service, String url, Function<String, C> connect) {
    this.service = service;
    this.url = url;
    this.connect = connect;
    pulse = new Pulse(service);
    isRefused = url == null;
  }

  /**
   * Calls the service when it is this caller's turn; blocks.
   *
   * @throws ProblemException 503 where there is no address, or none that can be understood, and
   *     while the service does not answer; or what the call throws
   */
  <T> T call(Function<C, T> call) {
    long askedNanos = System.nanoTime();
    C ready = client();
    await(askedNanos);
    try {
      return pulse.beat(askedNanos, () -> call.apply(ready));
    } finally {
      turns.release();
    }
  }

  private void await(long askedNanos) {
    // Without a time, the semaphore lets this caller go before those that wait.
    if (askedNanos - inOrderUntilNanos > 0 && turns.tryAcquire()) {
      return;
    }
    try {
      boolean isMine = turns.tryAcquire(Limits.SERVICE_TURN_MILLIS, TimeUnit.MILLISECONDS);
      long now = System.nanoTime();
      if (now - askedNanos > IN_ORDER_NANOS) {
        inOrderUntilNanos = now + IN_ORDER_NANOS;
      }
      if (!isMine) {
        throw service.unavailable();
      }
    } catch (InterruptedException serverStops) {
      Thread.currentThread().interrupt();
      throw service.unavailable();
    }
  }

  private C client() {
    C ready = client;
    return ready != null ? ready : make();
  }

  private synchronized C make() {
    if (client == null && !isRefused) {
      try {
        expectSomebody();
        client = connect.apply(url);
      } catch (IllegalArgumentException malformed) {
        System.err.println(service.variable() + " is malformed: " + malformed.getMessage());
        isRefused = true;
      }
    }
    if (client == null) {
      throw service.unavailable();
    }
    return client;
  }

  /**
   * Where nobody listens, 503 is due without loading the driver's classes, which on a busy machine
   * takes longer than 503 may.
   */
  private void expectSomebody() {
    URI address = URI.create(url);
    if (address.getHost() == null || address.getPort() < 0) {
      return;
    }
    if (nobodyUntilNanos - System.nanoTime() > 0) {
      throw service.unavailable();
    }
    try (Socket probe = new Socket()) {
      probe.connect(
          new InetSocketAddress(address.getHost(), address.getPort()),
          Limits.SERVICE_ANSWER_MILLIS);
    } catch (IOException nobody) {
      nobodyUntilNanos =
          System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Limits.SERVICE_ANSWER_MILLIS);
      throw service.unavailable();
    }
  }

  /** Closes the client, if there is one; there will be none afterwards. */
  synchronized void close() {
    isRefused = true;
    C open = client;
    client = null;
    if (open != null) {
      try {
        open.close();
      } catch (Exception failure) {
        System.err.println("the client of " + service + " could not be closed: " + failure);
      }
    }
  }
}

// Calls a service, through a client that is made when the first request asks for it.
package dev.loadline.workloads;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A server that nobody asks for a service starts as fast and stays as small as if it had none.
 *
 * @param <C> the client, whose making does not depend on the service being there
 */
final class ServiceClient<C extends AutoCloseable> {
  private final Service service;
  private final String url;
  private final Function<String, C> connect;
  private final Turns turns;
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
    turns = new Turns(service);
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
    return turns.take(askedNanos, () -> call.apply(ready));
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
    turns.close();
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

// Makes the client of a service when the first request asks for it, and not before.
package dev.loadline.workloads;

import java.util.function.Function;

/**
 * So a server that nobody asks for a service starts as fast and stays as small as if it had none.
 *
 * @param <C> the client, whose making does not depend on the service being there
 */
final class OnFirstUse<C extends AutoCloseable> {
  private final Service service;
  private final String url;
  private final Function<String, C> connect;
  private volatile C client;
  private boolean isRefused;

  /**
   * @param url the service's address, or null
   * @param connect makes the client of an address, or throws an {@link IllegalArgumentException}
   */
  OnFirstUse(Service service, String url, Function<String, C> connect) {
    this.service = service;
    this.url = url;
    this.connect = connect;
    isRefused = url == null;
  }

  /**
   * The client.
   *
   * @throws ProblemException 503 where there is no address, or none that can be understood
   */
  C get() {
    C ready = client;
    return ready != null ? ready : make();
  }

  private synchronized C make() {
    if (client == null && !isRefused) {
      try {
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

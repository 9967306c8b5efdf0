// Lends connections to a service, each to one request at a time.
package dev.loadline.broken.honest;

import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A few connections, for which nobody waits long; a fault overrides what it breaks. */
public class Pool<C extends AutoCloseable> {
  /** How long one of the few may be waited for. With the other two it stays below 5 s. */
  static final int WAIT_MILLIS = 1_500;

  /** How long connecting may take. */
  static final int CONNECT_MILLIS = 1_000;

  /** How long the service may take to answer. */
  static final int ANSWER_MILLIS = 1_500;

  private static final int CONNECTIONS = 8;

  private final String service;
  private final Callable<C> opening;
  private final Semaphore free = new Semaphore(CONNECTIONS, true);
  private final Deque<C> idle = new ConcurrentLinkedDeque<>();

  /** What is done with a connection while it is lent. */
  public interface Use<C, T> {
    T of(C connection) throws Exception;
  }

  /**
   * @param service as people call it
   */
  public Pool(String service, Callable<C> opening) {
    this.service = service;
    this.opening = opening;
  }

  /** Whatever goes wrong on the way: the service does not answer. */
  public <T> T lend(Use<C, T> use) {
    C connection = null;
    try {
      connection = take();
      T result = use.of(connection);
      giveBack(connection);
      return result;
    } catch (Exception failure) {
      if (connection != null) {
        drop(connection);
      }
      throw Refusal.unavailable(service);
    }
  }

  /** Waits for its turn; gives an idle connection or a new one. */
  public C take() throws Exception {
    if (!free.tryAcquire(WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("every connection to " + service + " is lent");
    }
    C connection = idle.poll();
    return connection == null ? opened() : connection;
  }

  private C opened() throws Exception {
    boolean open = false;
    try {
      C connection = opening.call();
      open = true;
      return connection;
    } finally {
      if (!open) {
        free.release();
      }
    }
  }

  public void giveBack(C connection) {
    idle.push(connection);
    free.release();
  }

  /** What broke one connection has broken the idle ones too. */
  protected void drop(C broken) {
    close(broken);
    for (C other = idle.poll(); other != null; other = idle.poll()) {
      close(other);
    }
    free.release();
  }

  private void close(C connection) {
    try {
      connection.close();
    } catch (Exception gone) {
      // It is broken: nobody is left to be told.
    }
  }
}

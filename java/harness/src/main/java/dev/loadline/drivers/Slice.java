// One slice: connections that send while its window is open, and what is in flight then awaited.
package dev.loadline.drivers;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

final class Slice {
  /** A server that cannot be reached is tried so often, and not for the whole slice. */
  private static final long CONNECTION_ERRORS_MAX = 1000;

  private static final double NANOS_IN_SECOND = 1e9;
  private static final long CHECK_NANOS_MAX = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int CHECKS_IN_TIMEOUT = 20;

  private final Specification specification;
  private final EventLoop loop;
  private final Tally tally;
  private final Pace pace;
  private final List<LoadConnection> connections = new ArrayList<>();

  /** Whose first attempt to connect has not ended: in an open loop the clock waits for them. */
  private final Set<LoadConnection> awaited = new HashSet<>();

  private final CompletableFuture<Sample> ended = new CompletableFuture<>();

  /**
   * @param exchanges the names of the load's; none for an echo
   * @param hasItems whether bodies are streams of items
   */
  Slice(Specification specification, EventLoop loop, List<String> exchanges, boolean hasItems) {
    this.specification = specification;
    this.loop = loop;
    OptionalDouble rate = specification.ratePerSecond();
    tally = new Tally(rate, exchanges, hasItems);
    pace =
        rate.isPresent()
            ? new OpenLoop(loop, tally, rate.getAsDouble())
            : new ClosedLoop(loop, tally, specification.ownsCore());
  }

  Tally tally() {
    return tally;
  }

  /** Opens as many connections as the load asks for; the sample comes when all have rested. */
  CompletableFuture<Sample> run(Function<Slice, LoadConnection> connection) {
    for (int made = 0; made < specification.connections(); made++) {
      connections.add(connection.apply(this));
    }
    loop.execute(this::open);
    return ended;
  }

  private void open() {
    if (specification.ratePerSecond().isPresent()) {
      awaited.addAll(connections);
    } else {
      begin();
    }
    check();
    connections.forEach(LoadConnection::open);
  }

  private void begin() {
    long nowNanos = System.nanoTime();
    long rampNanos = nanos(specification.rampSeconds());
    long lengthNanos = nanos(specification.seconds());
    tally.begin(new Window(nowNanos + rampNanos, nowNanos + rampNanos + lengthNanos));
    loop.schedule(tally::watchCpu, rampNanos, TimeUnit.NANOSECONDS);
    loop.schedule(this::closeWindow, rampNanos + lengthNanos, TimeUnit.NANOSECONDS);
    pace.begin(nowNanos);
  }

  private static long nanos(double seconds) {
    return (long) (seconds * NANOS_IN_SECOND);
  }

  /** The last one to have tried starts the clock. */
  private void tried(LoadConnection connection) {
    if (awaited.remove(connection) && awaited.isEmpty()) {
      begin();
    }
  }

  private void closeWindow() {
    tally.readCpu();
    endIfAllRest();
  }

  boolean isOver() {
    return ended.isDone() || tally.window().isOver(System.nanoTime());
  }

  void free(LoadConnection connection) {
    if (!ended.isDone()) {
      pace.free(connection);
      tried(connection);
    }
    if (!connection.isBusy() && isOver()) {
      endIfAllRest();
    }
  }

  void gone(LoadConnection connection) {
    pace.gone(connection);
  }

  /** The connection has lost its server or was given up; it opens anew while the window is open. */
  void reopen(LoadConnection connection, long afterMillis) {
    tried(connection);
    if (tally.errorsOf(ErrorKind.CONNECTION) >= CONNECTION_ERRORS_MAX) {
      end();
    } else if (isOver()) {
      endIfAllRest();
    } else {
      loop.schedule(() -> openAgain(connection), afterMillis, TimeUnit.MILLISECONDS);
    }
  }

  private void openAgain(LoadConnection connection) {
    if (!isOver()) {
      connection.open();
    }
  }

  private void check() {
    if (ended.isDone()) {
      return;
    }
    long nowNanos = System.nanoTime();
    connections.forEach(connection -> connection.checkTime(nowNanos));
    if (isOver()) {
      endIfAllRest();
    }
    long nanos = nanos(specification.timeoutSeconds()) / CHECKS_IN_TIMEOUT;
    loop.schedule(this::check, Math.min(CHECK_NANOS_MAX, nanos), TimeUnit.NANOSECONDS);
  }

  private void endIfAllRest() {
    if (connections.stream().noneMatch(LoadConnection::isBusy)) {
      end();
    }
  }

  private void end() {
    if (!ended.isDone()) {
      connections.forEach(LoadConnection::close);
      try {
        ended.complete(tally.sample(specification.connections()));
      } catch (RuntimeException unexpected) {
        // Nobody else would tell who waits for the sample.
        ended.completeExceptionally(unexpected);
      }
    }
  }
}

// Lets as many calls to a service be made at once as there are connections; the others wait.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Service;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Turns are taken in order, for as long as the service answers. Once a call fails, and no other has
 * just been answered, all who wait are refused: they would most likely wait for their own failure.
 * So 1,000 requests to a silent service end together, and not 16 by 16; and a crowd in front of one
 * that answers is not refused by the time-outs of a pool, which must be short.
 */
final class Turns {
  private static final long PATIENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Limits.SERVICE_TURN_MILLIS);

  /** A service that has answered somebody since is not silent. */
  private static final long SILENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Limits.SERVICE_ANSWER_MILLIS);

  private enum State {
    WAITING,
    TAKEN,
    OVER
  }

  /** One call's; what it is in changes under the lock of its turns. */
  private static final class Turn {
    private final Sinks.Empty<Void> begin = Sinks.empty();
    private final long askedNanos = System.nanoTime();
    private State state = State.WAITING;
  }

  private final Service service;
  private final Queue<Turn> waiting = new ArrayDeque<>();
  private volatile long answeredNanos = System.nanoTime();
  private int free = Limits.SERVICE_CONNECTIONS;

  Turns(Service service) {
    this.service = service;
  }

  /**
   * Makes a call when its turn has come.
   *
   * @return what it answers, or a {@link ProblemException} 503 when it has waited in vain
   */
  <T> Mono<T> take(Mono<T> call) {
    return Mono.defer(
        () -> {
          Turn turn = new Turn();
          Mono<T> inTurn = call.doOnSuccess(answer -> answered()).doOnError(failure -> failed());
          return (begins(turn) ? inTurn : turn.begin.asMono().then(inTurn))
              .doFinally(end -> end(turn));
        });
  }

  private synchronized boolean begins(Turn turn) {
    if (free == 0) {
      waiting.add(turn);
      return false;
    }
    free--;
    turn.state = State.TAKEN;
    return true;
  }

  private void answered() {
    answeredNanos = System.nanoTime();
  }

  private void failed() {
    if (System.nanoTime() - answeredNanos > SILENCE_NANOS) {
      refuseAll();
    }
  }

  private void refuseAll() {
    List<Turn> refused;
    synchronized (this) {
      refused = new ArrayList<>(waiting);
      waiting.clear();
      refused.forEach(turn -> turn.state = State.OVER);
    }
    refused.forEach(this::refuse);
  }

  private void refuse(Turn turn) {
    turn.begin.tryEmitError(service.unavailable());
  }

  /** Of one that was taken, or whose client has left before. */
  private void end(Turn turn) {
    List<Turn> expired = new ArrayList<>();
    Turn next = null;
    synchronized (this) {
      if (turn.state == State.TAKEN) {
        next = next(expired);
        free += next == null ? 1 : 0;
      } else if (turn.state == State.WAITING) {
        waiting.remove(turn);
      }
      turn.state = State.OVER;
    }
    expired.forEach(this::refuse);
    if (next != null) {
      next.begin.tryEmitEmpty();
    }
  }

  /** The first in the queue that has not lost its patience. */
  private Turn next(List<Turn> expired) {
    Turn next = waiting.poll();
    while (next != null && System.nanoTime() - next.askedNanos > PATIENCE_NANOS) {
      next.state = State.OVER;
      expired.add(next);
      next = waiting.poll();
    }
    if (next != null) {
      next.state = State.TAKEN;
    }
    return next;
  }
}

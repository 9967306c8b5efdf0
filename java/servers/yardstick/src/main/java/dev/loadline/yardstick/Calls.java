// Calls that block: they wait for their service on threads of their own, and never for long.
package dev.loadline.yardstick;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** As many threads as a service gets connections; who waits too long for one is answered 503. */
final class Calls {
  /**
   * A driver's own wait is to be shorter, so that its thread is free again soon after the answer.
   */
  static final int WAIT_MILLIS_MAX = 1_500;

  static final int CONNECTIONS_MAX = 16;

  /** The first calls open connections too: on a busy machine that alone takes two seconds. */
  private static final int ANSWER_MILLIS_MAX = 3_000;

  private static final int WAITING_MAX = 10_000;

  /** Asks the service, and says how the request is answered. */
  interface Call {
    Exchange.Step ask() throws Exception;
  }

  private final String service;
  private final ThreadPoolExecutor threads;

  /**
   * @param service its name, for people
   */
  Calls(String service) {
    this.service = service;
    threads =
        new ThreadPoolExecutor(
            CONNECTIONS_MAX,
            CONNECTIONS_MAX,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(WAITING_MAX),
            new DefaultThreadFactory(service, true));
  }

  /** Answers a request by a call; to be called on the event loop of the request. */
  void make(Exchange exchange, Call call) throws Problem {
    Waiting waiting = new Waiting(exchange, call);
    try {
      threads.execute(waiting);
    } catch (RejectedExecutionException full) {
      waiting.end();
      throw unavailable();
    }
    exchange.onAbandoned(waiting::end);
  }

  Problem unavailable() {
    return Problem.unavailable(service);
  }

  private final class Waiting implements Runnable {
    private final Exchange exchange;
    private final Call call;
    private final Future<?> givingUp;
    private volatile boolean ended;

    Waiting(Exchange exchange, Call call) {
      this.exchange = exchange;
      this.call = call;
      givingUp =
          exchange
              .channel()
              .eventLoop()
              .schedule(this::giveUp, ANSWER_MILLIS_MAX, TimeUnit.MILLISECONDS);
    }

    @Override
    public void run() {
      if (!ended) {
        Exchange.Step answer = ask();
        exchange.later(() -> answer(answer));
      }
    }

    private Exchange.Step ask() {
      try {
        return call.ask();
      } catch (Exception failure) {
        return () -> {
          throw failure;
        };
      }
    }

    private void answer(Exchange.Step answer) throws Exception {
      if (!ended) {
        end();
        answer.run();
      }
    }

    private void giveUp() {
      exchange.now(
          () ->
              answer(
                  () -> {
                    throw unavailable();
                  }));
      ended = true;
      threads.remove(this);
    }

    private void end() {
      ended = true;
      givingUp.cancel(false);
    }
  }
}

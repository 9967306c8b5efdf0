// The fibonacci workload: plain double recursion on threads of its own.
package dev.loadline.yardstick;

import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

final class Fibonacci {
  private static final int WAITING_MAX = 1024;
  private static final int THREADS = Runtime.getRuntime().availableProcessors();

  private final ThreadPoolExecutor pool =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING_MAX),
          new DefaultThreadFactory("fibonacci", true));

  void answer(Exchange exchange) throws Problem {
    int n = index(Query.required(exchange.query(), "n"));
    Runnable task =
        () -> {
          String number = Long.toString(of(n));
          exchange.later(() -> exchange.text(number));
        };
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      throw new Problem(
          HttpResponseStatus.SERVICE_UNAVAILABLE,
          "Already " + WAITING_MAX + " requests wait for a number.");
    }
    exchange.onAbandoned(() -> pool.remove(task));
  }

  private static int index(String n) throws Problem {
    if (n.matches("[0-9]|[123][0-9]|0[0-9]|40")) {
      return Integer.parseInt(n);
    }
    throw Problem.badRequest("The parameter 'n' must be a number from 0 to 40.");
  }

  private static long of(int n) {
    return n < 2 ? n : of(n - 1) + of(n - 2);
  }
}

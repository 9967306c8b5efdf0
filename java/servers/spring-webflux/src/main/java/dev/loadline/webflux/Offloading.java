// Takes work that would stall an event loop to other threads.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import dev.loadline.workloads.Problem;
import dev.loadline.workloads.ProblemException;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Two bounded schedulers; work that finds its queue full is a problem 503. */
@Component
class Offloading implements DisposableBean {
  private static final int WAITING_THREADS = 16;

  private final Scheduler waiting =
      Schedulers.newBoundedElastic(
          WAITING_THREADS, Limits.WAITING_COMPUTATIONS, "waiting", 60, true);
  private final Scheduler computing =
      Schedulers.newBoundedElastic(
          Runtime.getRuntime().availableProcessors(),
          Limits.WAITING_COMPUTATIONS,
          "computing",
          60,
          true);

  /** For what waits on the disk or the database. */
  Scheduler waiting() {
    return waiting;
  }

  /** Work that waits. */
  <T> Mono<T> await(Callable<T> work) {
    return on(waiting, work);
  }

  /** Work that computes. */
  <T> Mono<T> compute(Callable<T> work) {
    return on(computing, work);
  }

  private static <T> Mono<T> on(Scheduler scheduler, Callable<T> work) {
    return Mono.fromCallable(work)
        .subscribeOn(scheduler)
        .onErrorMap(
            RejectedExecutionException.class,
            full -> new ProblemException(Problem.unavailable("Too much work is waiting.")));
  }

  @Override
  public void destroy() {
    waiting.dispose();
    computing.dispose();
  }
}

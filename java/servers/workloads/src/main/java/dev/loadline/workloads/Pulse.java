// Knows whether a service has lately answered, for those who wait to ask it.
package dev.loadline.workloads;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A call that has waited is not made when the service has stopped answering meanwhile: it would
 * most likely wait for its own failure, after those of all who waited before it. So 1,000 requests
 * to a silent service end together, and not 16 by 16. One failure among answers refuses nobody.
 */
final class Pulse {
  private static final long SILENCE_NANOS =
      TimeUnit.MILLISECONDS.toNanos(Limits.SERVICE_ANSWER_MILLIS);

  private final Service service;
  private volatile long answeredNanos = System.nanoTime();
  private volatile long failedNanos = answeredNanos;

  Pulse(Service service) {
    this.service = service;
  }

  /**
   * Makes a call, unless the service has stopped answering since it was asked for.
   *
   * @param askedNanos when the call was asked for, of {@link System#nanoTime}
   * @throws ProblemException 503 instead of the call; or what the call throws
   */
  <T> T beat(long askedNanos, Supplier<T> call) {
    if (failedNanos - askedNanos > 0 && failedNanos - answeredNanos >= SILENCE_NANOS) {
      throw service.unavailable();
    }
    try {
      T answer = call.get();
      answeredNanos = System.nanoTime();
      return answer;
    } catch (ProblemException problem) {
      if (problem.problem().status() == 503) {
        failedNanos = System.nanoTime();
      }
      throw problem;
    }
  }
}

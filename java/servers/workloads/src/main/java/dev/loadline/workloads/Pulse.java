// Knows whether a service has lately answered, for those who wait to ask it.
package dev.loadline.workloads;

import java.util.function.Supplier;

/**
 * A call that has waited is not made when the service has failed meanwhile: it would most likely
 * wait for its own failure, after those of all who waited before it. So 1,000 requests to a silent
 * service end together, and not 16 by 16.
 */
final class Pulse {
  private final Service service;
  private volatile long failedNanos;
  private volatile boolean isFailing;

  Pulse(Service service) {
    this.service = service;
  }

  /**
   * Makes a call, unless the service has failed since it was asked for and not answered again.
   *
   * @param askedNanos when the call was asked for, of {@link System#nanoTime}
   * @throws ProblemException 503 instead of the call; or what the call throws
   */
  <T> T beat(long askedNanos, Supplier<T> call) {
    if (isFailing && failedNanos - askedNanos > 0) {
      throw service.unavailable();
    }
    try {
      T answer = call.get();
      isFailing = false;
      return answer;
    } catch (ProblemException problem) {
      if (problem.problem().status() == 503) {
        failedNanos = System.nanoTime();
        isFailing = true;
      }
      throw problem;
    }
  }
}

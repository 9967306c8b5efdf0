// Makes the client of a service when the first request asks for it, and not on an event loop.
package dev.loadline.webflux;

import dev.loadline.workloads.ProblemException;
import dev.loadline.workloads.Service;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.context.SmartLifecycle;
import reactor.core.publisher.Mono;

/**
 * A server that nobody asks for a service starts as fast and stays as small as if it had none.
 *
 * @param <C> the client
 */
final class OnFirstUse<C extends ServiceClient> implements SmartLifecycle {
  private static final Duration FIRST_ANSWER = Duration.ofMillis(1_500);
  private static final Duration FOREVER = Duration.ofMillis(Long.MAX_VALUE);

  /** Stopped after the web server, before its event loops (phase 0), which the drivers use. */
  private static final int PHASE = 1;

  private final Service service;
  private final Mono<C> making;
  private volatile boolean isRefused;
  private volatile C client;

  /**
   * @param connect makes the client of an address, or throws an {@link IllegalArgumentException}
   */
  OnFirstUse(Service service, Offloading offloading, Function<String, C> connect) {
    this.service = service;
    isRefused = service.url() == null;
    making =
        offloading
            .await(() -> make(connect))
            .flatMap(this::greeted)
            .cache(made -> FOREVER, failure -> Duration.ZERO, () -> Duration.ZERO);
  }

  /**
   * Asks the service.
   *
   * @return what it answers, or a {@link ProblemException} 503 when it does not
   */
  <T> Mono<T> ask(Function<C, Mono<T>> question) {
    C ready = client;
    Mono<T> answer = ready == null ? making.flatMap(question) : question.apply(ready);
    return answer.onErrorMap(
        failure -> !(failure instanceof ProblemException), failure -> service.unavailable());
  }

  private C make(Function<String, C> connect) {
    if (isRefused) {
      throw service.unavailable();
    }
    try {
      return connect.apply(service.url());
    } catch (IllegalArgumentException malformed) {
      System.err.println(service.variable() + " is malformed: " + malformed.getMessage());
      isRefused = true;
      throw service.unavailable();
    }
  }

  /** A driver loads half of its classes when it connects: that is no request's time. */
  private Mono<C> greeted(C made) {
    return made.greet()
        .timeout(FIRST_ANSWER)
        .doOnTerminate(() -> client = made)
        .then(Mono.just(made));
  }

  @Override
  public void start() {
    // The first request does.
  }

  @Override
  public boolean isRunning() {
    return client != null;
  }

  @Override
  public void stop() {
    client.close();
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}

// What all clients of services have in common.
package dev.loadline.webflux;

import dev.loadline.workloads.Limits;
import java.time.Duration;
import reactor.core.publisher.Mono;

/** Made without asking the service; it recovers by itself whenever the service was away. */
interface ServiceClient extends AutoCloseable {
  /** How long a call may take with all that it waits for: a connection and the answer. */
  Duration CALL = Duration.ofMillis(Limits.SERVICE_WAIT_MILLIS + Limits.SERVICE_ANSWER_MILLIS);

  /** Asks the service for anything that changes nothing; an error when it does not answer. */
  Mono<?> greet();

  @Override
  void close();
}

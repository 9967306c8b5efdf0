// One backing service that runs, or why it does not.
package dev.loadline.services;

import java.util.Locale;
import java.util.Optional;

/**
 * @param variable the environment variable in which a server finds its URL: {@code REDIS_URL}
 * @param url with the port; empty when there is none
 * @param source where it came from; empty when there is none
 * @param description for people, without passwords: {@code Redis 7.0.15 (embedded)}
 * @param notRun why there is none, and what to install or set
 */
public record Service(
    ServiceName name,
    String variable,
    Optional<String> url,
    Optional<Source> source,
    String description,
    Optional<String> notRun) {

  /** In the order in which they are tried. */
  public enum Source {
    ENVIRONMENT,
    DOCKER,
    PROGRAM,
    EMBEDDED;

    /** As descriptions name it. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}

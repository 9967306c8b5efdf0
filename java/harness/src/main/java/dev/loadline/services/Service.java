// One backing service that runs, or why it does not.
package dev.loadline.services;

import java.util.Locale;
import java.util.Optional;

/**
 * @param url empty when there is none
 * @param source where it came from; empty when there is none
 * @param description for people: {@code Redis 7.0.15 (embedded)}; empty when there is none
 * @param notRun why there is none, and what to install
 */
public record Service(
    ServiceName name,
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

    /** As reports and descriptions name it. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Service running(ServiceName name, String url, Source source, String description) {
    return new Service(
        name, Optional.of(url), Optional.of(source), description, Optional.empty());
  }

  static Service notRun(ServiceName name, String reason) {
    return new Service(name, Optional.empty(), Optional.empty(), "", Optional.of(reason));
  }
}

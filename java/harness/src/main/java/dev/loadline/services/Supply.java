// One source of backing services, such as Docker.
package dev.loadline.services;

import java.util.List;
import java.util.Map;
import java.util.Optional;

interface Supply {
  /**
   * @param wanted what no source before could supply
   * @return what became of each; what is not in it was never tried
   */
  Map<ServiceName, Attempt> supply(List<Declared> wanted) throws InterruptedException;

  /**
   * What came of one source: a service that answers, or why there is none.
   *
   * @param reason empty when there is one
   * @param stop ends what was started for it; more than once does no harm
   */
  record Attempt(Optional<Service> service, String reason, Runnable stop) {
    /**
     * @param description such as {@code Redis 7.0.15 (embedded)}
     */
    static Attempt of(
        Declared declared, String url, Service.Source source, String description, Runnable stop) {
      Service service =
          new Service(
              declared.name(),
              declared.variable(),
              Optional.of(url),
              Optional.of(source),
              description,
              Optional.empty());
      return new Attempt(Optional.of(service), "", stop);
    }

    static Attempt none(String reason) {
      return new Attempt(Optional.empty(), reason, () -> {});
    }
  }
}

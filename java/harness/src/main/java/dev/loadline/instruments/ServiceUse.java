// Counts what a backing service executes during a slice: less than was answered came from memory.
package dev.loadline.instruments;

import dev.loadline.services.Counts;
import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What there was when the slice began. Commands of other clients are among the counts: they can
 * only make them more.
 *
 * @param service empty where the workload needs none
 * @param before empty where the service does not tell
 */
public record ServiceUse(Services services, Optional<Service> service, Optional<Counts> before) {
  /** Of the answers; a service may count a moment later than it answers. */
  private static final double SHORTFALL_MAX = 0.001;

  private static final int CONNECT_WITHIN_MILLIS = 2_000;
  private static final List<String> READS = List.of("GET", "HEAD");

  /**
   * @throws IOException the service does not answer
   */
  public static ServiceUse begin(Services services, Optional<ServiceName> name) throws IOException {
    Optional<Service> service = name.map(services::of);
    Optional<Counts> before = name.flatMap(services::counts);
    if (service.isPresent() && before.isEmpty() && !connects(service.get())) {
      throw new IOException(gone(service.get()));
    }
    return new ServiceUse(services, service, before);
  }

  /**
   * To be asked after the slice: what was answered without asking the service, or that it is gone.
   *
   * @param methods of the load's exchanges
   * @param right the right answers to each of them
   * @param hasErrors then the counts are not judged: the service may have been away and count anew,
   *     and the errors fail the run in any event
   */
  public Optional<String> problem(
      List<String> methods, IntToLongFunction right, boolean hasErrors) {
    return service.flatMap(used -> problem(used, methods, right, hasErrors));
  }

  private Optional<String> problem(
      Service used, List<String> methods, IntToLongFunction right, boolean hasErrors) {
    Optional<Counts> after = services.counts(used.name());
    if (after.isEmpty() && (before.isPresent() || !connects(used))) {
      return Optional.of(gone(used));
    }
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    long reads = after.get().reads() - before.get().reads();
    long writes = after.get().writes() - before.get().writes();
    if (reads < 0 || writes < 0) {
      return Optional.of(used.description() + " was started anew during the slice");
    }
    return hasErrors
        ? Optional.empty()
        : shortfall(methods, right, new Counts(reads, writes), used.description());
  }

  /** What was answered without asking the service. */
  static Optional<String> shortfall(
      List<String> methods, IntToLongFunction right, Counts asked, String service) {
    return shortfall(methods, right, true, asked.reads(), service)
        .or(() -> shortfall(methods, right, false, asked.writes(), service));
  }

  private static Optional<String> shortfall(
      List<String> methods, IntToLongFunction right, boolean reads, long asked, String service) {
    long answered =
        IntStream.range(0, methods.size())
            .filter(at -> READS.contains(methods.get(at)) == reads)
            .mapToLong(right)
            .sum();
    if (asked >= answered * (1 - SHORTFALL_MAX)) {
      return Optional.empty();
    }
    String own =
        methods.stream()
            .filter(method -> READS.contains(method) == reads)
            .distinct()
            .collect(Collectors.joining("s and "));
    return Optional.of(
        "answered %,d %ss, but %s was asked %,d times".formatted(answered, own, service, asked));
  }

  private static boolean connects(Service service) {
    URI url = URI.create(service.url().orElseThrow());
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), CONNECT_WITHIN_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }

  private static String gone(Service service) {
    boolean ours = service.source().filter(s -> s != Service.Source.ENVIRONMENT).isPresent();
    return service.description()
        + (ours ? ", which this run had started, no longer answers" : " no longer answers");
  }

  /** How a server finds the services themselves: there is no relay between. */
  public static Map<String, String> urls(Services services, Collection<ServiceName> names) {
    Map<String, String> urls = new LinkedHashMap<>();
    names.stream()
        .map(services::of)
        .forEach(service -> service.url().ifPresent(url -> urls.put(service.variable(), url)));
    return urls;
  }
}

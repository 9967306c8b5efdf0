// Counts what a backing service executes during a slice: less than was answered came from memory.
package dev.loadline.measure;

import dev.loadline.contracts.Load;
import dev.loadline.services.Counts;
import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Commands of other clients are among the counts: they can only make them more.
 *
 * @param services that run
 * @param name none where the workload needs none
 */
record ServiceUse(Services services, Optional<ServiceName> name) {
  /** Of the answers; a service may count a moment later than it answers. */
  private static final double SHORTFALL_MAX = 0.001;

  private static final int CONNECT_WITHIN_MILLIS = 2_000;
  private static final List<String> READS = List.of("GET", "HEAD");

  /** A slice that may fail. */
  interface Work {
    Slice slice() throws DriverFailed, InterruptedException;
  }

  /**
   * @param problem what was answered without asking the service, or that it is gone
   */
  record Counted(Slice slice, Optional<String> problem) {}

  /**
   * @param load what the slice sends
   */
  Counted counted(Load load, Work work) throws DriverFailed, InterruptedException {
    if (name.isEmpty()) {
      return new Counted(work.slice(), Optional.empty());
    }
    Service service = services.of(name.get());
    Optional<Counts> before = services.counts(name.get());
    if (before.isEmpty() && !connects(service)) {
      throw new DriverFailed(gone(service));
    }
    Slice slice = work.slice();
    Optional<Counts> after = services.counts(name.get());
    if (after.isEmpty() && (before.isPresent() || !connects(service))) {
      return new Counted(slice, Optional.of(gone(service)));
    }
    return new Counted(
        slice,
        before.flatMap(
            first -> after.flatMap(last -> problem(load, slice.sample(), service, first, last))));
  }

  private static Optional<String> problem(
      Load load, Sample sample, Service service, Counts before, Counts after) {
    Counts used = new Counts(after.reads() - before.reads(), after.writes() - before.writes());
    if (used.reads() < 0 || used.writes() < 0) {
      return Optional.of(service.description() + " was started anew during the slice");
    }
    return shortfall(load.methods(), sample, used)
        .map(told -> told.formatted(service.description()));
  }

  /**
   * What was answered without asking the service; {@code %s} stands for the service.
   *
   * @param methods of the load's exchanges
   */
  static Optional<String> shortfall(List<String> methods, Sample sample, Counts used) {
    if (sample.errors() > 0) {
      // It may have been away and count anew; and the errors fail the run in any event.
      return Optional.empty();
    }
    return shortfall(methods, sample, true, used, Counts::reads)
        .or(() -> shortfall(methods, sample, false, used, Counts::writes));
  }

  private static Optional<String> shortfall(
      List<String> methods, Sample sample, boolean reads, Counts used, ToLongFunction<Counts> of) {
    long answered =
        IntStream.range(0, methods.size())
            .filter(at -> READS.contains(methods.get(at)) == reads)
            .mapToLong(sample::right)
            .sum();
    long asked = of.applyAsLong(used);
    if (asked >= answered * (1 - SHORTFALL_MAX)) {
      return Optional.empty();
    }
    String own =
        methods.stream()
            .filter(method -> READS.contains(method) == reads)
            .distinct()
            .collect(Collectors.joining("s and "));
    return Optional.of(
        "answered %,d %ss, but %%s was asked %,d times".formatted(answered, own, asked));
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
}

// The backing services of one run: found or started in one order, the same on both sides.
package dev.loadline.services;

import dev.loadline.input.InvalidInput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Closing them ends what was started; what was found in the environment runs on. */
public final class Services implements AutoCloseable {
  private final List<Service> all;
  private final List<Runnable> stops;

  private Services(List<Service> all, List<Runnable> stops) {
    this.all = List.copyOf(all);
    this.stops = List.copyOf(stops);
  }

  /** No service at all. */
  public static Services none() {
    return new Services(List.of(), List.of());
  }

  /**
   * @param root the house: the folder that holds contracts/ and java/
   * @return each once it truly answers, or with the reason why there is none
   * @throws InvalidInput contracts/services.json, or a URL in the environment, cannot be used
   */
  public static Services start(Path root, Collection<ServiceName> names)
      throws InterruptedException {
    return start(root, names, System.getenv());
  }

  static Services start(Path root, Collection<ServiceName> names, Map<String, String> environment)
      throws InterruptedException {
    List<Supply> order =
        List.of(
            new FromEnvironment(environment),
            new FromDocker(),
            FromProgram.on(environment.getOrDefault("PATH", "")),
            new FromEmbedded(root));
    return start(Declared.load(root, names), order);
  }

  static Services start(List<Declared> wanted, List<Supply> order) throws InterruptedException {
    Map<ServiceName, Service> running = new LinkedHashMap<>();
    Map<ServiceName, List<String>> reasons = new LinkedHashMap<>();
    List<Runnable> stops = new ArrayList<>();
    try {
      for (Supply supply : order) {
        List<Declared> rest =
            wanted.stream().filter(each -> !running.containsKey(each.name())).toList();
        Map<ServiceName, Supply.Attempt> attempts = rest.isEmpty() ? Map.of() : supply.supply(rest);
        attempts.forEach(
            (name, attempt) -> {
              stops.add(attempt.stop());
              attempt.service().ifPresent(service -> running.put(name, service));
              reasons.computeIfAbsent(name, key -> new ArrayList<>()).add(attempt.reason());
            });
      }
    } catch (InterruptedException | RuntimeException failed) {
      stops.forEach(Runnable::run);
      throw failed;
    }
    Stream<Service> services =
        wanted.stream()
            .map(
                each ->
                    Optional.ofNullable(running.get(each.name()))
                        .orElseGet(
                            () -> missing(each, reasons.getOrDefault(each.name(), List.of()))));
    return new Services(services.toList(), stops);
  }

  private static Service missing(Declared declared, List<String> reasons) {
    String notRun =
        "%s is not there (%s): set %s, start Docker, install %s, or build java/services"
            .formatted(
                declared.title(),
                String.join("; ", reasons),
                declared.variable(),
                declared.programs().get(0));
    return new Service(
        declared.name(),
        declared.variable(),
        Optional.empty(),
        Optional.empty(),
        "no " + declared.title(),
        Optional.of(notRun));
  }

  /**
   * @throws IllegalArgumentException nobody asked for it when the services were started
   */
  public Service of(ServiceName name) {
    return all.stream()
        .filter(service -> service.name() == name)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    name.id() + " is not among the services that were asked for"));
  }

  public List<Service> all() {
    return all;
  }

  /** Both together; closing them closes both. */
  public Services and(Services others) {
    return new Services(
        Stream.concat(all.stream(), others.all.stream()).toList(),
        Stream.concat(stops.stream(), others.stops.stream()).toList());
  }

  /** Empty when it does not run, or does not tell. */
  public Optional<Counts> counts(ServiceName name) {
    return of(name).url().flatMap(url -> Ask.counts(name, url));
  }

  @Override
  public void close() {
    stops.forEach(Runnable::run);
  }
}

// Puts a relay before each service, and tells servers to go through it.
package dev.loadline.services;

import java.io.IOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Closing it ends the relays; the services run on. */
public final class Relayed implements AutoCloseable {
  private final Map<ServiceName, Relay> relays = new EnumMap<>(ServiceName.class);
  private final Map<String, String> env = new LinkedHashMap<>();

  private Relayed() {}

  /**
   * @return with a relay for each of the services that run
   */
  public static Relayed of(Services services, Collection<ServiceName> names) throws IOException {
    Relayed relayed = new Relayed();
    try {
      for (ServiceName name : names) {
        relayed.add(services.of(name));
      }
      return relayed;
    } catch (IOException failed) {
      relayed.close();
      throw failed;
    }
  }

  private void add(Service service) throws IOException {
    if (service.url().isPresent() && !relays.containsKey(service.name())) {
      Relay relay = Relay.open(service.url().get());
      relays.put(service.name(), relay);
      env.put(service.variable(), relay.url());
    }
  }

  /** The relays' URLs, by the variable that a server reads. */
  public Map<String, String> env() {
    return Map.copyOf(env);
  }

  public Optional<Relay> relay(ServiceName name) {
    return Optional.ofNullable(relays.get(name));
  }

  @Override
  public void close() {
    relays.values().forEach(Relay::close);
  }
}

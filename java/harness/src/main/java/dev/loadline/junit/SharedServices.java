// The backing services that all tests of one JVM share: each is started once, and ends with the
// JVM.
package dev.loadline.junit;

import dev.loadline.services.Service;
import dev.loadline.services.ServiceName;
import dev.loadline.services.Services;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

public final class SharedServices {
  private static Services running = Services.none();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(SharedServices::close));
  }

  private SharedServices() {}

  /**
   * Starts those that nobody has asked for before, and tells on the console which they are.
   *
   * @param root the house
   * @throws dev.loadline.input.InvalidInput a URL in the environment cannot be used
   */
  public static synchronized Services of(Path root, Collection<ServiceName> names) {
    List<ServiceName> known = running.all().stream().map(Service::name).toList();
    List<ServiceName> others = names.stream().filter(name -> !known.contains(name)).toList();
    if (!others.isEmpty()) {
      Services started = start(root, others);
      started.all().forEach(service -> System.out.println("services › " + sentence(service)));
      running = running.and(started);
    }
    return running;
  }

  private static Services start(Path root, List<ServiceName> names) {
    try {
      return Services.start(root, names);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while services were starting", interrupted);
    }
  }

  /** Such as {@code uses Redis 7.0.15 (embedded)}. */
  static String sentence(Service service) {
    return service.notRun().orElseGet(() -> "uses " + service.description());
  }

  private static synchronized void close() {
    running.close();
  }
}

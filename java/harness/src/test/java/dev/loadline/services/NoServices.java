// Services of which none is there, for tests of what happens then.
package dev.loadline.services;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

public final class NoServices {
  private NoServices() {}

  public static Services of(Set<ServiceName> names) throws InterruptedException {
    return Services.start(Declared.load(Path.of("../.."), names), List.of());
  }
}

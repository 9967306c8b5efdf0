// The drivers of a run: one process measures the whole of it, others help to warm.
package dev.loadline.measure;

import dev.loadline.instruments.Cores;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

final class Drivers implements AutoCloseable {
  private final Supplier<DriverProcess> start;
  private final List<DriverProcess> running = new ArrayList<>();

  Drivers(Cores cores) {
    this(() -> DriverProcess.start(cores));
  }

  /**
   * @param start of one more
   */
  Drivers(Supplier<DriverProcess> start) {
    this.start = start;
  }

  /** The one that measures. */
  DriverProcess measuring() {
    return several(1).get(0);
  }

  /**
   * @param count how many servers are to be loaded at the same time
   * @return as many; the first is the one that measures
   */
  List<DriverProcess> several(int count) {
    while (running.size() < count) {
      running.add(start.get());
    }
    return List.copyOf(running.subList(0, count));
  }

  @Override
  public void close() {
    running.forEach(DriverProcess::close);
  }
}

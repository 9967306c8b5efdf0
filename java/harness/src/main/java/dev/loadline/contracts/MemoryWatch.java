// Watches the peak of a server's resident memory.
package dev.loadline.contracts;

import dev.loadline.stacks.Server;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

final class MemoryWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 20;
  private static final double MIB = 1 << 20;

  private final long begin;
  private final AtomicLong peak;
  private final Thread sampler;

  private MemoryWatch(Server server) {
    begin = server.residentBytes();
    peak = new AtomicLong(begin);
    sampler = new Thread(() -> sample(server), "memory of " + server.id());
    sampler.setDaemon(true);
  }

  static MemoryWatch of(Server server) {
    MemoryWatch watch = new MemoryWatch(server);
    watch.sampler.start();
    return watch;
  }

  private void sample(Server server) {
    try {
      while (server.running()) {
        peak.accumulateAndGet(server.residentBytes(), Math::max);
        Thread.sleep(EVERY_MILLIS);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** What is wrong with the growth since it began, if anything. */
  List<Finding> findings(long growthMiBMax) {
    double growth = (peak.get() - begin) / MIB;
    return Optional.of(growth)
        .filter(mib -> mib > growthMiBMax)
        .map(
            mib ->
                new Finding(
                    "growth of resident memory",
                    "at most " + growthMiBMax + " MiB",
                    "%.1f MiB, from %.1f MiB".formatted(mib, begin / MIB)))
        .stream()
        .toList();
  }

  @Override
  public void close() {
    sampler.interrupt();
  }
}
